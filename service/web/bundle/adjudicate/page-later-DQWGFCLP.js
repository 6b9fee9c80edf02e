/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as T,B,D as j,a as k,h as n,m as a,s as S,v as M,y as N,z as b}from"./page-chunk-5F737AIZ.js";var A={};k(A,{Attack:()=>E});function E({position:r,name:e}){let{attack:t,board:s,edition:i,turn:p}=r;if(!t)return null;let d=s?.terrains.find(l=>l.id===t.target)?.owner??null,{attack:c,defence:g}=t.committed||{},o=t.riders&&(t.round??1)===1;return n`
    <section role="group" class="attack" aria-label=${a("board-attack")}>
      <p><strong>${a("board-attacks",{name:e(p.seat),place:b(i,t.target)})}</strong>
        <span class="small"> ${d===null?a("board-neutral"):e(d)}${(t.round??1)>1?`, ${a("board-round",{round:t.round??1})}`:""}</span></p>
      <${q} title=${a("board-attack")} commitment=${c} none=${o?a("board-riders-of",{place:b(i,t.riders??"")}):a("board-to-commit")} />
      <${q} title=${a("board-defence")} commitment=${g} none=${a("board-to-commit")} />
    </section>`}var q=({title:r,commitment:e,none:t})=>n`
  <div class="side"><h4>${r}</h4>
    ${e?n`<span class=${`card ${S(e.card)}`} title=${e.source}><${M} card=${e.card} /></span>`:n`<span class="small">${t}</span>`}</div>`;var D={};k(D,{Board:()=>L});var h=57.7,x={staggered:{x:50,y:86.6},grid:{x:104,y:104}},v={staggered:"0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",grid:"-50,-50 50,-50 50,50 -50,50"},F={staggered:"0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",grid:"-44,-44 44,-44 44,44 -44,44"},y=new Set(["camp","farm","village","city","abbey","quarry","iron_mine","swamp","river","paddock","forest"]);function I({cells:r,geometry:e}){let t=x[e]?e:"staggered",s=Math.min(...r.map(o=>o.x)),i=({x:o})=>t==="grid"?Math.floor((o-s)/2):o-s,p=Math.min(...r.map(o=>o.row)),d=new Map(r.map(o=>[o.id,{x:i(o)*x[t].x,y:(o.row-p)*x[t].y}])),[c,g]=[Math.max(...[...d.values()].map(({x:o})=>o)),Math.max(...[...d.values()].map(({y:o})=>o))];return{kind:t,places:d,frame:`${-h} ${-h-2} ${c+2*h} ${g+2*h+4}`}}function L({position:r,lands:e,name:t,marks:s={}}){let{attack:i,edition:p}=r,d=r.board,{kind:c,places:g,frame:o}=I(d),l=T(d);l.sort(($,f)=>+($.id===i?.target)-+(f.id===i?.target));let[u,w]=B(null),m=u??O(s);return n`
    <section role="group" class=${`board ${m?"large":""}`} data-zone="board" data-place="/board" aria-label=${a("board-title",{count:l.length})}>
      <svg class=${`map ${c}`} viewBox=${o}>
        ${l.map(($,f)=>n`<${R} key=${$.id} isTabStop=${f===0} ...${{tile:$,kind:c,position:r,lands:e,name:t}} mark=${s[`/board/${$.id}`]} place=${g.get($.id)} />`)}
      </svg>
      <button type="button" class="legend-button enlarge" aria-pressed=${String(m)} aria-label=${a("board-large")} title=${a("board-large")} onClick=${()=>w(!m)}><${j} name="enlarge" /></button>
      <${W} kinds=${[...new Set(d.cells.map($=>$.terrain))]} ...${{edition:p,lands:e}} />
    </section>`}function O(r){let e=Object.keys(r).filter(t=>/glow|picked/.test(r[t].look));return e.length>0&&e.every(t=>t.startsWith("/board/"))}function R({tile:r,kind:e,position:t,lands:s,name:i,place:p,mark:d,isTabStop:c}){let{edition:g,attack:o}=t,l=r.cell.terrain,u=o?.target===r.id,w=o?.riders===r.id,m=z(r,t,s,i,u),$=b(g,r.id),f=l==="quarry"&&r.empty?"quarry-empty":l;return n`
    <g class=${`tile t-${y.has(l)?l:"other"} ${u?"target":""} ${r.owner===null?"":`seat-${r.owner%7}`} ${d?.look||""}`} data-terrain=${r.id} data-place=${`/board/${r.id}`} tabindex=${d||c?0:-1} role="button" aria-label=${[m,d?.note].filter(Boolean).join(". ")}
      transform=${`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`}>
      <title>${d?.note||m}</title>
      <polygon class="ground" points=${v[e]} />
      ${r.owner!==null&&n`<polygon class="rim" points=${F[e]} />`}
      ${y.has(l)&&n`<use href=${`#terrain-${f}`} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${$.length>9?"long":""}`} y="12">${$}</text>
      ${r.owner!==null&&n`<g class="marker"><circle cy="35" r="13" /><text y="40.500">${` ${r.owner+1}`}</text></g>`}
      ${r.fortress&&n`<use class="fortress" href="#fortress" x="-42" y="-27" width="21" height="21" />`}
      ${r.riders&&n`<g class=${`riders ${r.riders} ${w?"riding":""}`} transform=${`translate(32 -17)${r.riders==="beaten"?" rotate(90)":""}`}>
        <use href="#riders" x="-11" y="-11" width="22" height="22" /></g>`}
      ${/came|differs/.test(d?.look??"")&&!u&&n`<polygon class="just" points=${v[e]} />`}
      ${u&&n`<polygon class="aim" points=${v[e]} /><use class="swords" href="#swords" x="-15" y="-62" width="30" height="30" />`}
    </g>`}function z(r,e,t,s,i){let{edition:p}=e,d=r.cell.terrain,c=t?.kinds[d],g=b(p,r.id);return c&&!c.conquerable?`${g}: ${a("board-closed")}`:[`${g}: ${r.owner===null?a("board-neutral"):`${r.owner+1} ${s(r.owner)}`}`,t&&a("board-points",{count:t.points[r.id]}),c?.least&&a("board-least",{least:c.least}),r.fortress&&a("board-fortress"),r.empty&&a("board-empty"),r.riders&&a(`board-riders-${r.riders}`),i&&a("board-attacked")].filter(Boolean).join(", ")}var C=({points:r,least:e,conquerable:t})=>[t?a("board-points",{count:r}):a("board-closed"),e&&a("board-least",{least:e})].filter(Boolean).join(", "),W=({kinds:r,edition:e,lands:t})=>n`
  <div class="legend-of-map"><button type="button" class="legend-button" popovertarget="terrains" aria-label=${a("board-legend")} title=${a("board-legend")}>?</button>
    <div popover id="terrains" class="legend-list"><h2>${a("board-legend")}</h2>
    <ul>${r.map(s=>{let i=t?.kinds[s];return n`<li key=${s}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${y.has(s)?s:"other"}`}>
        ${y.has(s)&&n`<use href=${`#terrain-${s}`} />`}</svg>
        ${N(e,s)} <span class="small">${i&&C(i)}</span></li>`})}</ul>
    <p class="small">${a("board-signs")}</p></div>
  </div>`;export{A as part0,D as part1};
//# sourceMappingURL=page-later-DQWGFCLP.js.map
