/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as B,a as M,h as N,k as n,n as O,p as e,u as S,x as A}from"./overlay-chunk-E6FCAP6U.js";var C={};M(C,{Attack:()=>_});var{editions:E}=O(),F=t=>t.replaceAll(/[_-]/g," "),R=t=>t.charAt(0).toUpperCase()+t.slice(1),j=t=>E[t]?.words||{},h=(t,a)=>R(j(t)[a]||F(a));function f(t,a){let[r,o]=[a.slice(0,a.lastIndexOf("-")),a.slice(a.lastIndexOf("-")+1)];return r?`${h(t,r.replaceAll("-","_"))} ${j(t)[o]||o}`:h(t,a)}function I(t){let a=new Map(t.terrains.map(r=>[r.id,r]));return t.cells.map(r=>({...a.get(r.id),id:r.id,owner:a.get(r.id)?.owner??null,cell:r}))}function _({position:t,name:a}){let{attack:r,board:o,edition:c,turn:p}=t;if(!r)return null;let d=o?.terrains.find(l=>l.id===r.target)?.owner??null,{attack:i,defence:g}=r.committed||{},s=r.riders&&(r.round??1)===1;return n`
    <section role="group" class="attack" aria-label=${e("board-attack")}>
      <p><strong>${e("board-attacks",{name:a(p.seat),place:f(c,r.target)})}</strong>
        <span class="small"> ${d===null?e("board-neutral"):a(d)}${(r.round??1)>1?`, ${e("board-round",{round:r.round??1})}`:""}</span></p>
      <${q} title=${e("board-attack")} commitment=${i} none=${s?e("board-riders-of",{place:f(c,r.riders??"")}):e("board-to-commit")} />
      <${q} title=${e("board-defence")} commitment=${g} none=${e("board-to-commit")} />
    </section>`}var q=({title:t,commitment:a,none:r})=>n`
  <div class="side"><h4>${t}</h4>
    ${a?n`<span class=${`card ${S(a.card)}`} title=${a.source}><${A} card=${a.card} /></span>`:n`<span class="small">${r}</span>`}</div>`;var D={};M(D,{Board:()=>U});var w=57.7,v={staggered:{x:50,y:86.6},grid:{x:104,y:104}},k={staggered:"0,-55.7 48.2,-27.800 48.2,27.800 0,55.7 -48.2,27.800 -48.2,-27.800",grid:"-50,-50 50,-50 50,50 -50,50"},L={staggered:"0,-49 42.4,-24.500 42.4,24.500 0,49 -42.4,24.500 -42.4,-24.500",grid:"-44,-44 44,-44 44,44 -44,44"},y=new Set(["camp","farm","village","city","abbey","quarry","iron_mine","swamp","river","paddock","forest"]);function T({cells:t,geometry:a}){let r=v[a]?a:"staggered",o=Math.min(...t.map(s=>s.x)),c=({x:s})=>r==="grid"?Math.floor((s-o)/2):s-o,p=Math.min(...t.map(s=>s.row)),d=new Map(t.map(s=>[s.id,{x:c(s)*v[r].x,y:(s.row-p)*v[r].y}])),[i,g]=[Math.max(...[...d.values()].map(({x:s})=>s)),Math.max(...[...d.values()].map(({y:s})=>s))];return{kind:r,places:d,frame:`${-w} ${-w-2} ${i+2*w} ${g+2*w+4}`}}function U({position:t,lands:a,name:r,marks:o={}}){let{attack:c,edition:p}=t,d=t.board,{kind:i,places:g,frame:s}=T(d),l=I(d);l.sort(($,b)=>+($.id===c?.target)-+(b.id===c?.target));let[u,x]=N(null),m=u??W(o);return n`
    <section role="group" class=${`board ${m?"large":""}`} data-zone="board" data-place="/board" aria-label=${e("board-title",{count:l.length})}>
      <svg class=${`map ${i}`} viewBox=${s}>
        ${l.map(($,b)=>n`<${z} key=${$.id} stop=${b===0} ...${{tile:$,kind:i,position:t,lands:a,name:r}} mark=${o[`/board/${$.id}`]} place=${g.get($.id)} />`)}
      </svg>
      <button type="button" class="legend-button enlarge" aria-pressed=${String(m)} aria-label=${e("board-large")} title=${e("board-large")} onClick=${()=>x(!m)}><${B} name="enlarge" /></button>
      <${H} kinds=${[...new Set(d.cells.map($=>$.terrain))]} ...${{edition:p,lands:a}} />
    </section>`}function W(t){let a=Object.keys(t).filter(r=>/glow|picked/.test(t[r].look));return a.length>0&&a.every(r=>r.startsWith("/board/"))}function z({tile:t,kind:a,position:r,lands:o,name:c,place:p,mark:d,stop:i}){let{edition:g,attack:s}=r,l=t.cell.terrain,u=s?.target===t.id,x=s?.riders===t.id,m=G(t,r,o,c,u),$=f(g,t.id),b=l==="quarry"&&t.empty?"quarry-empty":l;return n`
    <g class=${`tile t-${y.has(l)?l:"other"} ${u?"target":""} ${t.owner===null?"":`seat-${t.owner%7}`} ${d?.look||""}`} data-terrain=${t.id} data-place=${`/board/${t.id}`} tabindex=${d||i?0:-1} role="button" aria-label=${[m,d?.note].filter(Boolean).join(". ")}
      transform=${`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`}>
      <title>${d?.note||m}</title>
      <polygon class="ground" points=${k[a]} />
      ${t.owner!==null&&n`<polygon class="rim" points=${L[a]} />`}
      ${y.has(l)&&n`<use href=${`#terrain-${b}`} x="-20" y="-46" width="40" height="40" />`}
      <text class=${`tile-name ${$.length>9?"long":""}`} y="12">${$}</text>
      ${t.owner!==null&&n`<g class="marker"><circle cy="35" r="13" /><text y="40.500">${` ${t.owner+1}`}</text></g>`}
      ${t.fortress&&n`<use class="fortress" href="#fortress" x="-42" y="-27" width="21" height="21" />`}
      ${t.riders&&n`<g class=${`riders ${t.riders} ${x?"riding":""}`} transform=${`translate(32 -17)${t.riders==="beaten"?" rotate(90)":""}`}>
        <use href="#riders" x="-11" y="-11" width="22" height="22" /></g>`}
      ${/came|differs/.test(d?.look??"")&&!u&&n`<polygon class="just" points=${k[a]} />`}
      ${u&&n`<polygon class="aim" points=${k[a]} /><use class="swords" href="#swords" x="-15" y="-62" width="30" height="30" />`}
    </g>`}function G(t,a,r,o,c){let{edition:p}=a,d=t.cell.terrain,i=r?.kinds[d],g=f(p,t.id);return i&&!i.conquerable?`${g}: ${e("board-closed")}`:[`${g}: ${t.owner===null?e("board-neutral"):`${t.owner+1} ${o(t.owner)}`}`,r&&e("board-points",{count:r.points[t.id]}),i?.least&&e("board-least",{least:i.least}),t.fortress&&e("board-fortress"),t.empty&&e("board-empty"),t.riders&&e(`board-riders-${t.riders}`),c&&e("board-attacked")].filter(Boolean).join(", ")}var P=({points:t,least:a,conquerable:r})=>[r?e("board-points",{count:t}):e("board-closed"),a&&e("board-least",{least:a})].filter(Boolean).join(", "),H=({kinds:t,edition:a,lands:r})=>n`
  <div class="legend-of-map"><button type="button" class="legend-button" popovertarget="terrains" aria-label=${e("board-legend")} title=${e("board-legend")}>?</button>
    <div popover id="terrains" class="legend-list"><h2>${e("board-legend")}</h2>
    <ul>${t.map(o=>{let c=r?.kinds[o];return n`<li key=${o}><svg viewBox="0 0 48 48" aria-hidden="true" class=${`sample-tile t-${y.has(o)?o:"other"}`}>
        ${y.has(o)&&n`<use href=${`#terrain-${o}`} />`}</svg>
        ${h(a,o)} <span class="small">${c&&P(c)}</span></li>`})}</ul>
    <p class="small">${e("board-signs")}</p></div>
  </div>`;export{C as part0,D as part1};
//# sourceMappingURL=overlay-later-QHB773TC.js.map
