/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{b as Z,c as j,d as tt,e as W,f as J,g as l,h as et,i as s,j as _,k as B,l as R,m as h,n as w,o as C,p as k,q as E,r as nt,s as I,t as N,u as z,v as P,w as at}from"./page-chunk-WV2FQXKH.js";for(let t of document.querySelectorAll(".languages a"))t.addEventListener("click",()=>{let e=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${t.lang}; path=/; max-age=31536000; samesite=lax${e}`;let n=new URLSearchParams(location.search);n.set("lang",t.lang),t.href=`?${n.toString().replaceAll("%3A",":")}${location.hash}`});var K=null,ot=0;function st(t){let e=Date.parse(t??"");if(Number.isNaN(e))return;let n=Date.now()-performance.now();Math.abs(n-ot)>1e3&&([ot,K]=[n,null]),K=Math.max(K??-1/0,e-Date.now())}var M=new Set,x=null,rt=0;function H(){if(!M.size){clearInterval(rt),x?.remove(),x=null;return}x||(x=document.createElement("div"),x.className="limit",x.append(document.createElement("p"),document.createElement("p")),x.firstElementChild.role="status",document.body.append(x),rt=setInterval(H,1e3));let[t,e]=[...x.children],n=Math.max(...[...M].map(({at:r})=>r))-performance.now(),a=[...M].some(({acts:r})=>r)?`${l("trouble-limit")} ${l("trouble-limit-kept")}`:l("trouble-limit");t.textContent!==a&&(t.textContent=a),e.textContent=l("trouble-limit-goes-on",{count:Math.max(Math.ceil(n/1e3),1)})}async function lt(t,{acts:e,signal:n}){let a=1e3*(t+Math.random()),r={at:performance.now()+a,acts:e};M.add(r),H();try{await new Promise((o,i)=>{let d=setTimeout(o,a),c=()=>{clearTimeout(d),i(n?.reason)};n?.addEventListener("abort",c,{once:!0}),n?.aborted&&c()})}finally{M.delete(r),H()}}var Y=globalThis.kept,Ot=!!Y,Nt=Ot||!!R().apart,Q=performance.getEntriesByType("navigation")[0]?.transferSize>0?{...R().answers}:{},it=(t,e)=>{if(Y)return Promise.resolve(At(Y,t));if(!(t in Q)||e.method!=="GET"||"Authorization"in(e.headers??{}))return fetch(t,e);let n=Q[t];return delete Q[t],Promise.resolve(new Response(JSON.stringify(n)))};function At(t,e){let{pathname:n,searchParams:a}=new URL(e,"file:///"),r=n.replace(/^\/v1\/games\/[^/]+/,"");if(!(r in t))return new Response('{"status":404,"code":"not-found"}',{status:404});if(r!=="/tables")return new Response(typeof t[r]=="string"?t[r]:JSON.stringify(t[r]));let o=Number(a.get("after"));return new Response(JSON.stringify({tables:t[r].tables.slice(o,o+Number(a.get("limit")))}))}var A=class extends Error{constructor(e){super(e.detail||e.title||"the service did not answer"),this.problem=e}};function ct(t,e){let n=new URLSearchParams;for(let[r,o]of Object.entries(e))o!=null&&o!==""&&n.set(r,o);let a=n.toString();return a?`${t}?${a}`:t}async function Rt(t,{method:e="GET",body:n,token:a,headers:r={},signal:o}={}){let i={...r};a&&(i.Authorization=`Bearer ${a}`),n!==void 0&&!(n instanceof Blob)&&(i["Content-Type"]="application/json");let d=n===void 0||n instanceof Blob?n:JSON.stringify(n),c;for(;;){try{c=await it(t,{method:e,headers:i,body:d,signal:o})}catch(u){throw u.name==="AbortError"?u:new A({status:0,code:"offline",detail:"The service cannot be reached.",retry:0})}if(c.status!==429)break;await lt(Number(c.headers.get("Retry-After"))||2,{acts:e!=="GET",signal:o})}if(st(c.headers.get("Date")),!c.ok&&c.status!==304)throw new A({...await Mt(c),retry:Number(c.headers.get("Retry-After"))||0});return c}var $t=async(t,e)=>(await Rt(t,e)).json();async function Mt(t){try{return await t.json()}catch{return{status:t.status,code:"unavailable",detail:`The service answered ${t.status}.`}}}var Tt={table:(t,e)=>{let n=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||n?"narrow":"",n?"flat":t<=480?"phone":""]]},seat:(t,e)=>[{"--sw":t,"--sh":e},[e<=89.6?"low":"",e>=118.4&&t<=608?"tall":""]]},dt=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:n}of t){let a=e,[r,o]=Tt[a.matches(".seat")?"seat":"table"](n.width,n.height);for(let[i,d]of Object.entries(r))a.style.setProperty(i,`${d}px`);a.dataset.shape=o.filter(Boolean).join(" ")}});function D(){let t=null;return e=>{t&&dt.unobserve(t),t=e,t&&dt.observe(t)}}var{editions:ut={},phases:jt={}}=R(),F=(t,e)=>ut[t]?.areas[e]||{},pt=(t,e)=>ut[t]?.phases[e]||jt[e]||e;var _t=({card:t,at:e,mark:n=null,front:a=!1,stop:r=!1})=>s`
  <button type="button" class=${`card ${E(t)} ${a?"front":""} ${n?.look||""}`} data-place=${e} data-card=${t} tabindex=${r?0:-1}
    aria-disabled=${n?.look.includes("grey")?"true":null} aria-pressed=${n?.look.includes("picked")?"true":null}
    aria-label=${[k(t),a&&l("table-front"),n?.note].filter(Boolean).join(", ")} title=${n?.note||k(t)}>
    <${N} card=${t} known=${n?.bean} /></button>`;function O({zone:t,title:e,cards:n,at:a,marks:r={},front:o=!1,quiet:i=!1}){let d=r[a],c=n.length>0&&n.every(u=>u===h);return s`
    <div class=${`zone fan-zone ${t} ${d?.look||""} ${n.length?"":"bare"}`} data-zone=${t} data-place=${a}>
      ${(n.length>0||!i)&&s`<h4 title=${e}><span>${e}</span> <b>${n.length}</b></h4>`}
      <ul class=${`fan ${c?"hidden":""}`} aria-label=${e}>
        ${n.map((u,p)=>s`<li key=${p}><${_t} card=${u} at=${`${a}/${p}`} mark=${r[`${a}/${p}`]} front=${o&&p===0&&u!==h} stop=${p===0} /></li>`)}
      </ul>
    </div>`}var V=({cards:t=[],coins:e=0})=>s`
  <span class="goods">${z(t).map(([n,a])=>s`
    <span class=${`mini ${n===h?"back":""}`} title=${k(n)}>${n===h?"?":s`<${nt} card=${n} />`}${a>1&&s`<b>${a}</b>`}<span class="visually-hidden">${k(n)}</span></span>`)}
    ${e>0&&s`<span class="mini"><${I} /><b>${e}</b></span>`}
    ${!t.length&&!e&&s`<span class="nothing">${l("table-nothing")}</span>`}</span>`,q=({k:t,name:e})=>t===null?s`<span class="who-mini">${l("table-anyone")}</span>`:s`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,mt=t=>t.map(e=>e.variety||h),Bt=t=>[...Object.entries(t.want||{}).flatMap(([e,n])=>Array(n).fill(e)),...t.want_turned_up||[]];function ft({position:t,name:e,actions:n}){let{proposals:a=[],donations:r=[]}=t;return s`
    <ul class="offers" aria-label=${l("table-offers")}>
      ${a.map(o=>s`<li key=${o.proposal} class="offer" data-proposal=${o.proposal}>
        <${q} k=${o.seat} name=${e} /><${V} cards=${mt(o.give)} coins=${o.give_coins} />
        <span class="swap" aria-label=${l("table-for")}>⇄</span>
        <${V} cards=${Bt(o)} coins=${o.want_coins} /><${q} k=${o.with} name=${e} />${n?.(o.proposal)}</li>`)}
      ${r.map(o=>s`<li key=${o.proposal} class="offer" data-proposal=${o.proposal}>
        <${q} k=${o.seat} name=${e} /><${V} cards=${mt(o.cards)} coins=${o.coins} />
        <span class="swap" aria-label=${l("table-gives-to")}>→</span><${q} k=${o.to} name=${e} />${n?.(o.proposal)}</li>`)}
    </ul>`}var Ct=B(async()=>(await import("./page-later-LEZFYML6.js").then(t=>t.part0)).Attack);function bt({position:t,name:e,marks:n,actions:a}){let{edition:r}=t,o=Object.entries(F(r,"table")).filter(([i])=>t[i]);return s`
    <div class="middle">
      <h3 class="visually-hidden">${l("table-middle")}</h3>
      <${ht} zone="draw_pile" title=${l("table-draw-pile")} pile=${w(t.draw_pile)} face=${h} mark=${n["/draw_pile"]}
        times=${t.exhaustions} note=${t.exhaustions>0?l("table-exhausted",{count:t.exhaustions}):""} />
      <${ht} zone="discard_pile" title=${l("table-discards")} pile=${w(t.discard_pile)} face=${w(t.discard_pile)[0]} mark=${n["/discard_pile"]||n["/discard_pile/0"]} />
      <${O} zone="turned_up" title=${l("table-turned-up")} cards=${w(t.turned_up)} at="/turned_up" marks=${n} />
      ${o.map(([i,d])=>s`<${O} key=${i} zone=${i} title=${d} cards=${w(t[i])} at=${`/${i}`} marks=${n} />`)}
      ${t.attack&&s`<${Ct} position=${t} name=${e} />`}
      <${ft} position=${t} name=${e} actions=${a} />
    </div>`}var ht=({zone:t,title:e,pile:n,face:a,mark:r,note:o="",times:i=0})=>s`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${n.length}</b></h4>
    <button type="button" class=${`card ${n.length?E(a):"slot"} ${n.length>1?"edges-3":""} ${r?.look||""}`} data-place=${`/${t}`} data-card=${n.length?a:null}
      aria-label=${[`${e}: ${n.length}`,n.length>0&&a!==h&&k(a),o,r?.note].filter(Boolean).join(", ")} title=${r?.note||o||e}>
      ${n.length>0&&s`<${N} card=${a} />`}</button>
    ${i>0&&s`<p class="pile-note" aria-hidden="true">↻ ${i}</p>`}
  </div>`;var It=4,T=class extends _{render({field:e,i:n,at:a,pay:r,mark:o}){let i=e.at(-1)??h,d=z(e),c=e.length?`${P(e)}. ${r?zt(r):""}`:l("table-field-empty");return s`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${o?.look||""} ${e.length?"":"slot"}`} data-place=${a} data-card=${e.length?i:null} tabindex=${n===0?0:-1}
            aria-disabled=${o?.look.includes("grey")?"true":null} aria-label=${`${l("table-field",{field:n+1})}: ${c}${o?.note?`, ${o.note}`:""}`} title=${o?.note||c}>
            ${e.length>0&&s`<span class=${`card edges-${Math.min(e.length-1,It)} ${E(i)}`}><${N} card=${i} /></span>`}</button>
          ${e.length>1&&s`<span class="many" aria-hidden="true">${d.length>1?d.map(([u,p])=>s`<i class=${E(u)}>${p}</i>`):e.length}</span>`}
          ${r&&s`<span class=${`worth ${r.coins?"":"naught"}`} aria-hidden="true">${r.coins}</span>`}
          ${r?.doubled&&s`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${r&&s`<${Pt} pay=${r} />`}
      </div>`}};function zt({coins:t,cards:e,next:n,meter:a}){let r=l("table-pays",{coins:t});return n?`${r}, ${l("table-pays-next",{coins:n.coins,cards:n.cards,more:n.cards-e})}`:r}function Pt({pay:t}){let{cards:e,steps:n}=t;if(!n?.length)return s`<p class="meter"></p>`;let a=n[n.length-1][0],r=100/a;return s`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,a)*r}`} />
      ${n.map(([o,i])=>s`<circle class=${o<=e?"paid":""} cx=${4+o*r-3} cy="7" r="6.500" /><text x=${4+o*r-3} y="10.500">${i}</text>`)}
    </svg>`}var Dt=[],L=class extends _{hold=D();render({seat:e,k:n,name:a,edition:r,pays:o,marks:i,active:d,eyes:c,you:u,held:p,won:S,aside:v}){let $=`/seats/${n}`,f=w(e.hand),b=Object.entries(F(r,"seat")).filter(([g])=>e[g]!==null&&e[g]!==void 0),G=v?{}:{"data-seat":n};return s`
      <section ref=${this.hold} role="group" class=${`seat seat-${n%7} ${d?"active":""} ${u?"you":""}`} ...${G} aria-label=${l("table-seat",{seat:n+1,name:a})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${n+1}</span>
          <h3 class="name" title=${a}>${a}</h3>
          <span class="purse"><${qt} coins=${e.coins} at=${$} mark=${i[`${$}/coins`]} />${p&&s`<${Lt} held=${p} />`}</span>
          <span class="tags">
            ${d&&s`<span class="tag turn">${l("table-active")}</span>`}
            ${u?s`<span class="tag">${l("table-you")}</span>`:c&&s`<span class="tag">${l("table-eyes")}</span>`}
            ${S&&s`<span class="tag won">${l("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${$}/fields`}>
          ${e.fields.map((g,y)=>s`<${T} key=${y} ...${{field:g,i:y,at:`${$}/fields/${y}`,pay:o?.[y]??null,mark:Ft(i,`${$}/fields/${y}`)}} />`)}
          ${i[`${$}/fields/${e.fields.length}`]&&s`<${T} key="next" ...${{field:Dt,i:e.fields.length,at:`${$}/fields/${e.fields.length}`,pay:null,mark:i[`${$}/fields/${e.fields.length}`]}} />`}
        </div>
        <${O} zone="aside" title=${l("table-set-aside")} cards=${w(e.set_aside)} at=${`${$}/set_aside`} marks=${i} quiet />
        ${b.map(([g,y])=>s`<${O} key=${g} zone=${g} title=${y} cards=${w(e[g])} at=${`${$}/${g}`} marks=${i} />`)}
        <${O} zone="hand" title=${l("table-hand")} cards=${f} at=${`${$}/hand`} marks=${i} front />
      </section>`}};function Ft(t,e){if(t[e])return t[e];let n=Object.keys(t).find(a=>a.startsWith(`${e}/`));return n?t[n]:null}var qt=({coins:t,at:e,mark:n})=>s`
  <button type="button" class=${`coins ${n?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${l("table-coins",{count:C(t)})} title=${Array.isArray(t)&&t.length?P(t):l("table-coins",{count:C(t)})}>
    <${I} /><b>${C(t)}</b></button>`,Lt=({held:{count:t,points:e}})=>s`<span class="holding" title=${l("table-holding",{count:t,points:e})}><${at} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${l("table-holding",{count:t,points:e})}</span></span>`;var Gt=B(async()=>(await import("./page-later-LEZFYML6.js").then(t=>t.part1)).Board),gt={};function Ut(t,e){let n=Object.entries(t).filter(([a])=>a.startsWith(`/seats/${e}/`));return n.length?Object.fromEntries(n):gt}function yt({film:t,name:e,eyes:n=null,you:a=null,marks:r=gt,press:o=null,aside:i=!1,actions:d=null}){let{table:c,pays:u,lands:p}=t,{seats:S,turn:v,edition:$,board:f}=c,b=c.ended||!wt(v)?null:v.seat,G=i?{"data-compared":""}:{"data-table":"","data-n":t.n},g=U=>{let m=U.target.closest("[data-place]");o&&m&&o(m.dataset.place||"",m)},y=!!f?.cells?.length;return s`
    <div class=${`table of-${S.length} ${y?"war":""}`} ...${G} onClick=${g} onKeyDown=${Wt}>
      <${bt} ...${{position:c,name:e,marks:r,actions:d}} />
      ${y&&s`<${Gt} ...${{position:c,lands:p,name:e,marks:r}} />`}
      <div class="seats">
        ${S.map((U,m)=>s`<${L} key=${m} ...${{seat:U,k:m,edition:$,aside:i}} name=${e(m)} pays=${u?.[m]} marks=${Ut(r,m)}
          active=${m===b} eyes=${m===n} you=${m===a} held=${p?.seats[m]??null} won=${!!c.winners?.includes(m)} />`)}
      </div>
    </div>`}var wt=t=>t.number>0||!["","seating"].includes(t.phase??"");function vt(t,e){let{turn:n,edition:a,ended:r,winners:o}=t;if(r)return o?.length?l("table-won",{names:o.map(e).join(", ")}):l("table-over");if(!wt(n))return l("table-seating");let i=n.phase?pt(a,n.phase):"";return n.number?l("table-turn",{turn:n.number,name:e(n.seat),phase:i}):`${e(n.seat)}: ${i}`}function Wt(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,n=t.target,a=e&&n.closest("[data-zone]");if(!a)return;let r=[...a.querySelectorAll("[data-place]:is(button, [role=button])")],o=r[r.indexOf(n)+e];o&&(t.preventDefault(),o.focus())}var Jt=new Set(["file.corrupt","request.shape","option.unknown","position.invalid"]);function Kt({place:t,says:e}){let[,n,a]=/^(?:body\.)?(seats|players)\[([0-9]+)\]/.exec(t)??[];return n===void 0?e:l(n==="seats"?"trouble-seat":"trouble-player",{n:Number(a)+1,says:e})}function xt(t){if(!(t instanceof A))return l("trouble-unforeseen",{detail:String(t)});let{code:e="",title:n="",clause:a,errors:r}=t.problem,o=r?.length?r.map(Kt).join(" "):t.problem.detail??"",i=`trouble-${e.replaceAll(".","-")}`,d=et(i)?l(i):o||n,c=Jt.has(e)&&o&&d!==o?`${d} (${o})`:d;return a?.id?c.includes(a.says)?`${a.id}: ${c}`:`${c} ${a.id}: ${a.says}`:c}var Ht=500,Qt=150,Yt=[["p1 {Gr}","record-note-braces"],["A:h1","record-note-seat"],["Re*","record-note-star"],["@3","record-note-place"],["%undo 1","record-note-undo"],["%note ...","record-note-note"],["%! p3","record-note-waived"]],kt="haricot-record",Vt=`[BEN "1"]
[Edition "classic"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]

p1 {Gr}
`,Xt=D(),{samples:X,editions:Zt}=JSON.parse(document.querySelector("#data").textContent||"{}"),St=t=>{let e=/\[Edition "(\w+)"\]/.exec(t)?.[1]??"classic";return e in X?e:"classic"},Et=(t,{line:e,column:n})=>t.split(`
`).slice(0,e-1).reduce((a,r)=>a+r.length+1,0)+n-1;function te({name:t,text:e}){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([e],{type:"application/x-ndjson"})),n.download=t,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function ee({found:t,go:e,mend:n}){let{fault:a,lines:r,wrong:o,files:i,position:d}=t;return s`
    <section class=${`verdict ${a?a.contrary?"illegal":"unknown":"legal"}`} role="status" data-fault=${a?a.contrary?"contrary":"slip":"none"}>
      <p class="ruling">${a?l(a.contrary?"record-contrary":"record-slip",{line:a.line,column:a.column}):l("record-read",{lines:r.length,events:r.at(-1)?.n??0})}</p>
      ${a&&s`<p>${a.says}</p><p><button type="button" class="quiet" onClick=${()=>e(a)}>${l("record-there")}</button></p>`}
      ${a&&a.near.length>0&&s`<ul class="record-near">${a.near.map(({written:c,says:u})=>s`<li key=${c}><button type="button" class="quiet" onClick=${()=>n(a,c)}>${l("record-mend",{written:c})}</button> ${u}</li>`)}</ul>`}
      ${o.length>0&&s`<h2>${l("record-wrong")}</h2><ul class="record-wrong">${o.map(({n:c,clause:u,says:p})=>s`<li key=${c}>${l("record-event",{n:c})} <b>${u}</b> ${p}</li>`)}</ul>`}
      ${i.length>0&&s`<p class="actions">${i.map(c=>s`<button type="button" key=${c.name} onClick=${()=>te(c)}>${l("record-save",{name:c.name})}</button>`)}</p>`}
      ${d&&s`<label class="record-line">${l("record-line")}<input readonly value=${d} onFocus=${c=>c.target.select()} /></label>`}
    </section>`}function ne({edition:t}){return s`
    <details class="record-notation" id="notation"><summary>${l("record-notation",{edition:Zt[t].name})}</summary>
      <table><thead><tr><th scope="col">${l("record-written")}</th><th scope="col">${l("record-means")}</th></tr></thead>
        <tbody>${X[t].moves.map(({written:e,says:n})=>s`<tr key=${e}><td><code>${e}</code></td><td>${n}</td></tr>`)}
          ${Yt.map(([e,n])=>s`<tr key=${n}><td><code>${e}</code></td><td>${l(n)}</td></tr>`)}</tbody></table>
    </details>`}function ae(){let[t,e]=j(()=>sessionStorage.getItem(kt)??Vt),[n,a]=j(null),[r,o]=j(""),i=W(null),d=W("");tt(()=>{if(sessionStorage.setItem(kt,t),t.trimEnd()===d.current)return;let $=new AbortController,f=setTimeout(async()=>{try{let b=await $t(ct("/v1/records:read",{lang:J}),{method:"POST",body:{ben:t},signal:$.signal});if($.signal.aborted)return;d.current=t.trimEnd(),a(b),o("")}catch(b){$.signal.aborted||o(xt(b))}},Ht+Qt*(t.length/1e3));return()=>{clearTimeout(f),$.abort()}},[t]);let c=$=>{let f=Et(t,$);i.current?.focus(),i.current?.setSelectionRange(f,f+1)},u=($,f)=>{if(!$.move)return;let b=Et(t,$.move);t.startsWith($.move.written,b)&&e(t.slice(0,b)+f+t.slice(b+$.move.written.length)),i.current?.focus()},p=()=>e(X[St(t)].sheet),S=$=>$===null?"":n?.names[$]??"",v=n?.table&&{n:n.lines.at(-1)?.n??0,table:n.table,moves:[],pays:null};return s`
    <div class="record">
      <div class="record-paper"><label class="record-sheet"><b>${l("record-sheet")}</b>
        <textarea ref=${i} rows="22" spellcheck=${!1} autocomplete="off" value=${t} aria-invalid=${String(!!n?.fault)} onInput=${$=>e($.target.value)}></textarea></label>
      <p class="record-help"><button type="button" class="quiet" onClick=${p}>${l("record-sample")}</button> <a href="#notation" onClick=${()=>document.querySelector("#notation")?.setAttribute("open","")}>${l("record-how")}</a> <a href="/docs/guide/notation">${l("record-guide")}</a></p>
      </div>
      <div class="record-found">
        ${r&&s`<p class="error" role="alert">${r}</p>`}
        ${n&&s`<${ee} found=${n} go=${c} mend=${u} />`}
        ${v&&s`<div class="felt"><h2 class="visually-hidden">${vt(v.table,S)}</h2><div class="moving" ref=${Xt}><${yt} key=${v.table.edition} film=${v} name=${S} /></div></div>`}
      </div>
      ${n&&n.lines.length>0&&s`<section class="record-play"><h2>${l("record-play")}</h2><ol reversed tabindex="0">${[...n.lines].reverse().filter(({sentences:$})=>$.length).map(({line:$,sentences:f})=>s`<li key=${$} value=${$}>${f.join(". ")}.</li>`)}</ol></section>`}
      <${ne} edition=${St(t)} />
    </div>`}Z(s`<${ae} />`,document.querySelector("#app"));
//# sourceMappingURL=page-N6SI7DLH.js.map
