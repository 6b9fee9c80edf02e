/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as N,B as j,D as q,a as k,h as n,m as a,s as M,v as S,y as B,z as b}from"./page-chunk-SSOASKGX.js";var A={};k(A,{Attack:()=>E});function E({position:r,name:o}){let{attack:t,board:s,edition:i,turn:p}=r;if(!t)return null;let d=s?.terrains.find(l=>l.id===t.target)?.owner??null,{attack:c,defence:g}=t.committed||{},e=t.riders&&(t.round??1)===1;return n`
    <section role="group" class="attack" aria-label=${a("board-attack")}>
      <p><strong>${a("board-attacks",{name:o(p.seat),place:b(i,t.target)})}</strong>
        <span class="small"> ${d===null?a("board-neutral"):o(d)}${(t.round??1)>1?`, ${a("board-round",{round:t.round??1})}`:""}</span></p>
      <${O} title=${a("board-attack")} commitment=${c} none=${e?a("board-riders-of",{place:b(i,t.riders??"")}):a("board-to-commit")} />
      <${O} title=${a("board-defence")} commitment=${g} none=${a("board-to-commit")} />
    </section>`}var O=({title:r,commitment:o,none:t})=>n`
  <div class="side"><h4>${r}</h4>
    ${o?n`<span class=${`card ${M(o.card)}`} title=${o.source}><${S} card=${o.card} /></span>`:n`<span class="small">${t}</span>`}</div>`;var D={};k(D,{Board:()=>R});var h=57.7,x={staggered:{x:50,y:86.6},grid:{x:104,y:104}},v={staggered:"0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",grid:"-50,-50 50,-50 50,50 -50,50"},F={staggered:"0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",grid:"-44,-44 44,-44 44,44 -44,44"},y=new Set(["camp","farm","village","city","abbey","quarry","iron_mine","swamp","river","paddock","forest"]);function I({cells:r,geometry:o}){let t=x[o]?o:"staggered",s=Math.min(...r.map(e=>e.x)),i=({x:e})=>t==="grid"?Math.floor((e-s)/2):e-s,p=Math.min(...r.map(e=>e.row)),d=new Map(r.map(e=>[e.id,{x:i(e)*x[t].x,y:(e.row-p)*x[t].y}])),[c,g]=[Math.max(...[...d.values()].map(({x:e})=>e)),Math.max(...[...d.values()].map(({y:e})=>e))];return{kind:t,places:d,frame:`${-h} ${-h-2} ${c+2*h} ${g+2*h+4}`}}function R({position:r,lands:o,name:t,marks:s={}}){let{attack:i,edition:p}=r,d=r.board,{kind:c,places:g,frame:e}=I(d),l=N(d);l.sort(($,f)=>+($.id===i?.target)-+(f.id===i?.target));let[u,w]=j(null),m=u??C(s);return n`
    <section role="group" class=${`board ${m?"large":""}`} data-zone="board" data-place="/board" aria-label=${a("board-title",{count:l.length})}>
      <svg class=${`map ${c}`} viewBox=${e}>
        ${l.map(($,f)=>n`<${L} key=${$.id} stop=${f===0} ...${{tile:$,kind:c,position:r,lands:o,name:t}} mark=${s[`/board/${$.id}`]} place=${g.get($.id)} />`)}
      </svg>
      <button type="button" class="legend-button enlarge" aria-pressed=${String(m)} aria-label=${a("board-large")} title=${a("board-large")} onClick=${()=>w(!m)}><${q} name="enlarge" /></button>
      <${z} kinds=${[...new Set(d.cells.map($=>$.terrain))]} ...${{edition:p,lands:o}} />
    </section>`}function C(r){let o=Object.keys(r).filter(t=>/glow|picked/.test(r[t].look));return o.length>0&&o.every(t=>t.startsWith("/board/"))}function L({tile:r,kind:o,position:t,lands:s,name:i,place:p,mark:d,stop:c}){let{edition:g,attack:e}=t,l=r.cell.terrain,u=e?.target===r.id,w=e?.riders===r.id,m=T(r,t,s,i,u),$=b(g,r.id),f=l==="quarry"&&r.empty?"quarry-empty":l;return n`
    <g class=${`tile t-${y.has(l)?l:"other"} ${u?"target":""} ${r.owner===null?"":`seat-${r.owner%7}`} ${d?.look||""}`} data-terrain=${r.id} data-place=${`/board/${r.id}`} tabindex=${d||c?0:-1} role="button" aria-label=${[m,d?.note].filter(Boolean).join(". ")}
      transform=${`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`}>
      <title>${d?.note||m}</title>
      <polygon class="ground" points=${v[o]} />
      ${r.owner!==null&&n`<polygon class="rim" points=${F[o]} />`}
      ${y.has(l)&&n`<use href=${`#terrain-${f}`} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${$.length>9?"long":""}`} y="12">${$}</text>
      ${r.owner!==null&&n`<g class="marker"><circle cy="35" r="13" /><text y="40.500">${` ${r.owner+1}`}</text></g>`}
      ${r.fortress&&n`<use class="fortress" href="#fortress" x="-42" y="-27" width="21" height="21" />`}
      ${r.riders&&n`<g class=${`riders ${r.riders} ${w?"riding":""}`} transform=${`translate(32 -17)${r.riders==="beaten"?" rotate(90)":""}`}>
        <use href="#riders" x="-11" y="-11" width="22" height="22" /></g>`}
      ${/came|differs/.test(d?.look??"")&&!u&&n`<polygon class="just" points=${v[o]} />`}
      ${u&&n`<polygon class="aim" points=${v[o]} /><use class="swords" href="#swords" x="-15" y="-62" width="30" height="30" />`}
    </g>`}function T(r,o,t,s,i){let{edition:p}=o,d=r.cell.terrain,c=t?.kinds[d],g=b(p,r.id);return c&&!c.conquerable?`${g}: ${a("board-closed")}`:[`${g}: ${r.owner===null?a("board-neutral"):`${r.owner+1} ${s(r.owner)}`}`,t&&a("board-points",{count:t.points[r.id]}),c?.least&&a("board-least",{least:c.least}),r.fortress&&a("board-fortress"),r.empty&&a("board-empty"),r.riders&&a(`board-riders-${r.riders}`),i&&a("board-attacked")].filter(Boolean).join(", ")}var W=({points:r,least:o,conquerable:t})=>[t?a("board-points",{count:r}):a("board-closed"),o&&a("board-least",{least:o})].filter(Boolean).join(", "),z=({kinds:r,edition:o,lands:t})=>n`
  <div class="legend-of-map"><button type="button" class="legend-button" popovertarget="terrains" aria-label=${a("board-legend")} title=${a("board-legend")}>?</button>
    <div popover id="terrains" class="legend-list"><h2>${a("board-legend")}</h2>
    <ul>${r.map(s=>{let i=t?.kinds[s];return n`<li key=${s}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${y.has(s)?s:"other"}`}>
        ${y.has(s)&&n`<use href=${`#terrain-${s}`} />`}</svg>
        ${B(o,s)} <span class="small">${i&&W(i)}</span></li>`})}</ul>
    <p class="small">${a("board-signs")}</p></div>
  </div>`;export{A as part0,D as part1};
//# sourceMappingURL=page-later-2LGTGLXE.js.map
