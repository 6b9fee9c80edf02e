/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{a as S,c as M,g as a,i as n,l as N,q as O,t as T,w as A}from"./page-chunk-WQB43YN3.js";var q={};S(q,{Attack:()=>L});var{editions:D}=N(),E=r=>r.replaceAll(/[_-]/g," "),F=r=>r.charAt(0).toUpperCase()+r.slice(1),B=r=>D[r]?.words||{},h=(r,e)=>F(B(r)[e]||E(e));function b(r,e){let[t,o]=[e.slice(0,e.lastIndexOf("-")),e.slice(e.lastIndexOf("-")+1)];return t?`${h(r,t.replaceAll("-","_"))} ${B(r)[o]||o}`:h(r,e)}function j(r){let e=new Map(r.terrains.map(t=>[t.id,t]));return r.cells.map(t=>({...e.get(t.id),id:t.id,owner:e.get(t.id)?.owner??null,cell:t}))}function L({position:r,name:e}){let{attack:t,board:o,edition:d,turn:p}=r;if(!t)return null;let i=o?.terrains.find(l=>l.id===t.target)?.owner??null,{attack:c,defence:g}=t.committed||{},s=t.riders&&(t.round??1)===1;return n`
    <section role="group" class="attack" aria-label=${a("board-attack")}>
      <p><strong>${a("board-attacks",{name:e(p.seat),place:b(d,t.target)})}</strong>
        <span class="small"> ${i===null?a("board-neutral"):e(i)}${(t.round??1)>1?`, ${a("board-round",{round:t.round??1})}`:""}</span></p>
      <${I} title=${a("board-attack")} commitment=${c} none=${s?a("board-riders-of",{place:b(d,t.riders??"")}):a("board-to-commit")} />
      <${I} title=${a("board-defence")} commitment=${g} none=${a("board-to-commit")} />
    </section>`}var I=({title:r,commitment:e,none:t})=>n`
  <div class="side"><h4>${r}</h4>
    ${e?n`<span class=${`card ${O(e.card)}`} title=${e.source}><${T} card=${e.card} /></span>`:n`<span class="small">${t}</span>`}</div>`;var C={};S(C,{Board:()=>z});var y=57.7,v={staggered:{x:50,y:86.6},grid:{x:104,y:104}},k={staggered:"0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",grid:"-50,-50 50,-50 50,50 -50,50"},R={staggered:"0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",grid:"-44,-44 44,-44 44,44 -44,44"},w=new Set(["camp","farm","village","city","abbey","quarry","iron_mine","swamp","river","paddock","forest"]);function _({cells:r,geometry:e}){let t=v[e]?e:"staggered",o=Math.min(...r.map(s=>s.x)),d=({x:s})=>t==="grid"?Math.floor((s-o)/2):s-o,p=Math.min(...r.map(s=>s.row)),i=new Map(r.map(s=>[s.id,{x:d(s)*v[t].x,y:(s.row-p)*v[t].y}])),[c,g]=[Math.max(...[...i.values()].map(({x:s})=>s)),Math.max(...[...i.values()].map(({y:s})=>s))];return{kind:t,places:i,frame:`${-y} ${-y-2} ${c+2*y} ${g+2*y+4}`}}function z({position:r,lands:e,name:t,marks:o={}}){let{attack:d,edition:p}=r,i=r.board,{kind:c,places:g,frame:s}=_(i),l=j(i);l.sort(($,f)=>+($.id===d?.target)-+(f.id===d?.target));let[u,x]=M(null),m=u??U(o);return n`
    <section role="group" class=${`board ${m?"large":""}`} data-zone="board" data-place="/board" aria-label=${a("board-title",{count:l.length})}>
      <svg class=${`map ${c}`} viewBox=${s}>
        ${l.map(($,f)=>n`<${W} key=${$.id} isTabStop=${f===0} ...${{tile:$,kind:c,position:r,lands:e,name:t}} mark=${o[`/board/${$.id}`]} place=${g.get($.id)} />`)}
      </svg>
      <button type="button" class="legend-button enlarge" aria-pressed=${String(m)} aria-label=${a("board-large")} title=${a("board-large")} onClick=${()=>x(!m)}><${A} name="enlarge" /></button>
      <${H} kinds=${[...new Set(i.cells.map($=>$.terrain))]} ...${{edition:p,lands:e}} />
    </section>`}function U(r){let e=Object.keys(r).filter(t=>/glow|picked/.test(r[t].look));return e.length>0&&e.every(t=>t.startsWith("/board/"))}function W({tile:r,kind:e,position:t,lands:o,name:d,place:p,mark:i,isTabStop:c}){let{edition:g,attack:s}=t,l=r.cell.terrain,u=s?.target===r.id,x=s?.riders===r.id,m=G(r,t,o,d,u),$=b(g,r.id),f=l==="quarry"&&r.empty?"quarry-empty":l;return n`
    <g class=${`tile t-${w.has(l)?l:"other"} ${u?"target":""} ${r.owner===null?"":`seat-${r.owner%7}`} ${i?.look||""}`} data-terrain=${r.id} data-place=${`/board/${r.id}`} tabindex=${i||c?0:-1} role="button" aria-label=${[m,i?.note].filter(Boolean).join(". ")}
      transform=${`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`}>
      <title>${i?.note||m}</title>
      <polygon class="ground" points=${k[e]} />
      ${r.owner!==null&&n`<polygon class="rim" points=${R[e]} />`}
      ${w.has(l)&&n`<use href=${`#terrain-${f}`} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${$.length>9?"long":""}`} y="12">${$}</text>
      ${r.owner!==null&&n`<g class="marker"><circle cy="35" r="13" /><text y="40.500">${` ${r.owner+1}`}</text></g>`}
      ${r.fortress&&n`<use class="fortress" href="#fortress" x="-42" y="-27" width="21" height="21" />`}
      ${r.riders&&n`<g class=${`riders ${r.riders} ${x?"riding":""}`} transform=${`translate(32 -17)${r.riders==="beaten"?" rotate(90)":""}`}>
        <use href="#riders" x="-11" y="-11" width="22" height="22" /></g>`}
      ${/came|differs/.test(i?.look??"")&&!u&&n`<polygon class="just" points=${k[e]} />`}
      ${u&&n`<polygon class="aim" points=${k[e]} /><use class="swords" href="#swords" x="-15" y="-62" width="30" height="30" />`}
    </g>`}function G(r,e,t,o,d){let{edition:p}=e,i=r.cell.terrain,c=t?.kinds[i],g=b(p,r.id);return c&&!c.conquerable?`${g}: ${a("board-closed")}`:[`${g}: ${r.owner===null?a("board-neutral"):`${r.owner+1} ${o(r.owner)}`}`,t&&a("board-points",{count:t.points[r.id]}),c?.least&&a("board-least",{least:c.least}),r.fortress&&a("board-fortress"),r.empty&&a("board-empty"),r.riders&&a(`board-riders-${r.riders}`),d&&a("board-attacked")].filter(Boolean).join(", ")}var P=({points:r,least:e,conquerable:t})=>[t?a("board-points",{count:r}):a("board-closed"),e&&a("board-least",{least:e})].filter(Boolean).join(", "),H=({kinds:r,edition:e,lands:t})=>n`
  <div class="legend-of-map"><button type="button" class="legend-button" popovertarget="terrains" aria-label=${a("board-legend")} title=${a("board-legend")}>?</button>
    <div popover id="terrains" class="legend-list"><h2>${a("board-legend")}</h2>
    <ul>${r.map(o=>{let d=t?.kinds[o];return n`<li key=${o}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${w.has(o)?o:"other"}`}>
        ${w.has(o)&&n`<use href=${`#terrain-${o}`} />`}</svg>
        ${h(e,o)} <span class="small">${d&&P(d)}</span></li>`})}</ul>
    <p class="small">${a("board-signs")}</p></div>
  </div>`;export{q as part0,C as part1};
//# sourceMappingURL=page-later-UWMIBPCL.js.map
