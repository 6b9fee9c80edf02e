/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{b as Z,c as C,d as ee,e as W,f as X,g as l,h as te,i as o,j as T,k as B,l as _,m as h,n as w,o as P,p as S,q as O,r as ne,s as j,t as N,u as z,v as D,w as se}from"./page-chunk-WQB43YN3.js";for(let e of document.querySelectorAll(".languages a"))e.addEventListener("click",()=>{let t=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${e.lang}; path=/; max-age=31536000; samesite=lax${t}`;let n=new URLSearchParams(location.search);n.set("lang",e.lang),e.href=`?${n.toString().replaceAll("%3A",":")}${location.hash}`});var J=null,ae=0;function oe(e){let t=Date.parse(e??"");if(Number.isNaN(t))return;let n=Date.now()-performance.now();Math.abs(n-ae)>1e3&&([ae,J]=[n,null]),J=Math.max(J??-1/0,t-Date.now())}var R=new Set,x=null,re=0;function H(){if(!R.size){clearInterval(re),x?.remove(),x=null;return}x||(x=document.createElement("div"),x.className="limit",x.append(document.createElement("p"),document.createElement("p")),x.firstElementChild.role="status",document.body.append(x),re=setInterval(H,1e3));let[e,t]=[...x.children],n=Math.max(...[...R].map(({at:r})=>r))-performance.now(),s=[...R].some(({acts:r})=>r)?`${l("trouble-limit")} ${l("trouble-limit-kept")}`:l("trouble-limit");e.textContent!==s&&(e.textContent=s),t.textContent=l("trouble-limit-goes-on",{count:Math.max(Math.ceil(n/1e3),1)})}async function le(e,{acts:t,signal:n}){let s=1e3*(e+Math.random()),r={at:performance.now()+s,acts:t};R.add(r),H();try{await new Promise((a,i)=>{let $=setTimeout(a,s),c=()=>{clearTimeout($),i(n?.reason)};n?.addEventListener("abort",c,{once:!0}),n?.aborted&&c()})}finally{R.delete(r),H()}}var V=globalThis.kept,ke=!!V,Ne=ke||!!_().apart,K=performance.getEntriesByType("navigation")[0]?.transferSize>0?{..._().answers}:{},ie=(e,t)=>{if(V)return Promise.resolve(Ae(V,e));if(!(e in K)||t.method!=="GET"||"Authorization"in(t.headers??{}))return fetch(e,t);let n=K[e];return delete K[e],Promise.resolve(new Response(JSON.stringify(n)))};function Ae(e,t){let{pathname:n,searchParams:s}=new URL(t,"file:///"),r=n.replace(/^\/v1\/games\/[^/]+/,"");if(!(r in e))return new Response('{"status":404,"code":"not-found"}',{status:404});if(r!=="/tables")return new Response(typeof e[r]=="string"?e[r]:JSON.stringify(e[r]));let a=Number(s.get("after"));return new Response(JSON.stringify({tables:e[r].tables.slice(a,a+Number(s.get("limit")))}))}var A=class extends Error{constructor(t){super(t.detail||t.title||"the service did not answer"),this.problem=t}};function ce(e,t){let n=new URLSearchParams;for(let[r,a]of Object.entries(t))a!=null&&a!==""&&n.set(r,a);let s=n.toString();return s?`${e}?${s}`:e}async function _e(e,{method:t="GET",body:n,token:s,headers:r={},signal:a}={}){let i={...r};s&&(i.Authorization=`Bearer ${s}`),n!==void 0&&!(n instanceof Blob)&&(i["Content-Type"]="application/json");let $=n===void 0||n instanceof Blob?n:JSON.stringify(n),c;for(;;){try{c=await ie(e,{method:t,headers:i,body:$,signal:a})}catch(u){throw u.name==="AbortError"?u:new A({status:0,code:"offline",detail:"The service cannot be reached.",retry:0})}if(c.status!==429)break;await le(Number(c.headers.get("Retry-After"))||2,{acts:t!=="GET",signal:a})}if(oe(c.headers.get("Date")),!c.ok&&c.status!==304)throw new A({...await Re(c),retry:Number(c.headers.get("Retry-After"))||0});return c}var de=async(e,t)=>(await _e(e,t)).json();async function Re(e){try{return await e.json()}catch{return{status:e.status,code:"unavailable",detail:`The service answered ${e.status}.`}}}var Me={table:(e,t)=>{let n=t<=336&&e>1.4*t;return[{"--th":t},[e<=736||n?"narrow":"",n?"flat":e<=480?"phone":""]]},seat:(e,t)=>{let n=e<=320,s=t>=7.4*16&&e<=608||t>5.6*16&&n;return[{"--sw":e,"--sh":t},[t<=89.6?"low":"",s?"tall":"",n?"slim":""]]}},$e=globalThis.ResizeObserver&&new ResizeObserver(e=>{for(let{target:t,contentRect:n}of e){let s=t,[r,a]=Me[s.matches(".seat")?"seat":"table"](n.width,n.height);for(let[i,$]of Object.entries(r))s.style.setProperty(i,`${$}px`);s.dataset.shape=a.filter(Boolean).join(" ")}});function I(){let e=null;return t=>{e&&$e.unobserve(e),e=t,e&&$e.observe(e)}}var{editions:ue={},phases:Ce={}}=_(),L=(e,t)=>ue[e]?.areas[t]||{},pe=(e,t)=>ue[e]?.phases[t]||Ce[t]||t;var Te=({card:e,at:t,mark:n=null,front:s=!1,isTabStop:r=!1})=>o`
  <button type="button" class=${`card ${O(e)} ${s?"front":""} ${n?.look||""}`} data-place=${t} data-card=${e} tabindex=${r?0:-1}
    aria-disabled=${n?.look.includes("grey")?"true":null} aria-pressed=${n?.look.includes("picked")?"true":null}
    aria-label=${[S(e),s&&l("table-front"),n?.note].filter(Boolean).join(", ")} title=${n?.note||S(e)}>
    <${N} card=${e} known=${n?.bean} /></button>`;function k({zone:e,title:t,cards:n,at:s,marks:r={},front:a=!1,quiet:i=!1}){let $=r[s],c=n.length>0&&n.every(u=>u===h);return o`
    <div class=${`zone fan-zone ${e} ${$?.look||""} ${n.length?"":"bare"}`} data-zone=${e} data-place=${s}>
      ${(n.length>0||!i)&&o`<h4 title=${t}><span>${t}</span> <b>${n.length}</b></h4>`}
      <ul class=${`fan ${c?"hidden":""}`} aria-label=${t}>
        ${n.map((u,p)=>o`<li key=${p}><${Te} card=${u} at=${`${s}/${p}`} mark=${r[`${s}/${p}`]} front=${a&&p===0&&u!==h} isTabStop=${p===0} /></li>`)}
      </ul>
    </div>`}var Y=({cards:e=[],coins:t=0})=>o`
  <span class="goods">${z(e).map(([n,s])=>o`
    <span class=${`mini ${n===h?"back":""}`} title=${S(n)}>${n===h?"?":o`<${ne} card=${n} />`}${s>1&&o`<b>${s}</b>`}<span class="visually-hidden">${S(n)}</span></span>`)}
    ${t>0&&o`<span class="mini"><${j} /><b>${t}</b></span>`}
    ${!e.length&&!t&&o`<span class="nothing">${l("table-nothing")}</span>`}</span>`,F=({k:e,name:t})=>e===null?o`<span class="who-mini">${l("table-anyone")}</span>`:o`<span class=${`who-mini seat-${e%7}`}><span class="disc" aria-hidden="true">${e+1}</span>${t(e)}</span>`,me=e=>e.map(t=>t.variety||h),Be=e=>[...Object.entries(e.want||{}).flatMap(([t,n])=>Array(n).fill(t)),...e.want_turned_up||[]];function fe({position:e,name:t,actions:n}){let{proposals:s=[],donations:r=[]}=e;return o`
    <ul class="offers" aria-label=${l("table-offers")}>
      ${s.map(a=>o`<li key=${a.proposal} class="offer" data-proposal=${a.proposal}>
        <${F} k=${a.seat} name=${t} /><${Y} cards=${me(a.give)} coins=${a.give_coins} />
        <span class="swap" aria-label=${l("table-for")}>⇄</span>
        <${Y} cards=${Be(a)} coins=${a.want_coins} /><${F} k=${a.with} name=${t} />${n?.(a.proposal)}</li>`)}
      ${r.map(a=>o`<li key=${a.proposal} class="offer" data-proposal=${a.proposal}>
        <${F} k=${a.seat} name=${t} /><${Y} cards=${me(a.cards)} coins=${a.coins} />
        <span class="swap" aria-label=${l("table-gives-to")}>→</span><${F} k=${a.to} name=${t} />${n?.(a.proposal)}</li>`)}
    </ul>`}var Pe=B(async()=>(await import("./page-later-UWMIBPCL.js").then(e=>e.part0)).Attack);function be({position:e,name:t,marks:n,actions:s}){let{edition:r}=e,a=Object.entries(L(r,"table")).filter(([i])=>e[i]);return o`
    <div class="middle">
      <h3 class="visually-hidden">${l("table-middle")}</h3>
      <${he} zone="draw_pile" title=${l("table-draw-pile")} pile=${w(e.draw_pile)} face=${h} mark=${n["/draw_pile"]}
        exhaustions=${e.exhaustions} note=${e.exhaustions>0?l("table-exhausted",{count:e.exhaustions}):""} />
      <${he} zone="discard_pile" title=${l("table-discards")} pile=${w(e.discard_pile)} face=${w(e.discard_pile)[0]} mark=${n["/discard_pile"]||n["/discard_pile/0"]} />
      <${k} zone="turned_up" title=${l("table-turned-up")} cards=${w(e.turned_up)} at="/turned_up" marks=${n} />
      ${a.map(([i,$])=>o`<${k} key=${i} zone=${i} title=${$} cards=${w(e[i])} at=${`/${i}`} marks=${n} />`)}
      ${e.attack&&o`<${Pe} position=${e} name=${t} />`}
      <${fe} position=${e} name=${t} actions=${s} />
    </div>`}var he=({zone:e,title:t,pile:n,face:s,mark:r,note:a="",exhaustions:i=0})=>o`
  <div class=${`zone pile ${e}`} data-zone=${e} data-place=${`/${e}`}>
    <h4><span title=${t}>${t}</span> <b>${n.length}</b></h4>
    <button type="button" class=${`card ${n.length?O(s):"slot"} ${n.length>1?"edges-3":""} ${r?.look||""}`} data-place=${`/${e}`} data-card=${n.length?s:null}
      aria-label=${[`${t}: ${n.length}`,n.length>0&&s!==h&&S(s),a,r?.note].filter(Boolean).join(", ")} title=${r?.note||a||t}>
      ${n.length>0&&o`<${N} card=${s} />`}</button>
    ${i>0&&o`<p class="pile-note" aria-hidden="true">↻ ${i}</p>`}
  </div>`;var je=4,M=class extends T{render({field:t,i:n,at:s,pay:r,mark:a}){let i=t.at(-1)??h,$=z(t),c=t.length?`${D(t)}. ${r?ze(r):""}`:l("table-field-empty");return o`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${a?.look||""} ${t.length?"":"slot"}`} data-place=${s} data-card=${t.length?i:null} tabindex=${n===0?0:-1}
            aria-disabled=${a?.look.includes("grey")?"true":null} aria-label=${`${l("table-field",{field:n+1})}: ${c}${a?.note?`, ${a.note}`:""}`} title=${a?.note||c}>
            ${t.length>0&&o`<span class=${`card edges-${Math.min(t.length-1,je)} ${O(i)}`}><${N} card=${i} /></span>`}</button>
          ${t.length>1&&o`<span class="many" aria-hidden="true">${$.length>1?$.map(([u,p])=>o`<i class=${O(u)}>${p}</i>`):t.length}</span>`}
          ${r&&o`<span class=${`worth ${r.coins?"":"naught"}`} aria-hidden="true">${r.coins}</span>`}
          ${r?.doubled&&o`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${r&&o`<${De} pay=${r} />`}
      </div>`}};function ze({coins:e,cards:t,next:n,meter:s}){let r=l("table-pays",{coins:e});return n?`${r}, ${l("table-pays-next",{coins:n.coins,cards:n.cards,more:n.cards-t})}`:r}function De({pay:e}){let{cards:t,steps:n}=e;if(!n?.length)return o`<p class="meter"></p>`;let s=n[n.length-1][0],r=100/s;return o`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(t,s)*r}`} />
      ${n.map(([a,i])=>o`<circle class=${a<=t?"paid":""} cx=${4+a*r-3} cy="7" r="6.500" /><text x=${4+a*r-3} y="10.500">${i}</text>`)}
    </svg>`}var Ie=[],q=class extends T{observeSize=I();render({seat:t,k:n,name:s,edition:r,pays:a,marks:i,isActive:$,isViewer:c,isYou:u,held:p,hasWon:E,isSecond:v}){let d=`/seats/${n}`,f=w(t.hand),b=Object.entries(L(r,"seat")).filter(([g])=>t[g]!==null&&t[g]!==void 0),G=v?{}:{"data-seat":n};return o`
      <section ref=${this.observeSize} role="group" class=${`seat seat-${n%7} ${$?"active":""} ${u?"you":""}`} ...${G} aria-label=${l("table-seat",{seat:n+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${n+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${Fe} coins=${t.coins} at=${d} mark=${i[`${d}/coins`]} />${p&&o`<${qe} held=${p} />`}</span>
          <span class="tags">
            ${$&&o`<span class="tag turn">${l("table-active")}</span>`}
            ${u?o`<span class="tag">${l("table-you")}</span>`:c&&o`<span class="tag">${l("table-eyes")}</span>`}
            ${E&&o`<span class="tag won">${l("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${d}/fields`}>
          ${t.fields.map((g,y)=>o`<${M} key=${y} ...${{field:g,i:y,at:`${d}/fields/${y}`,pay:a?.[y]??null,mark:Le(i,`${d}/fields/${y}`)}} />`)}
          ${i[`${d}/fields/${t.fields.length}`]&&o`<${M} key="next" ...${{field:Ie,i:t.fields.length,at:`${d}/fields/${t.fields.length}`,pay:null,mark:i[`${d}/fields/${t.fields.length}`]}} />`}
        </div>
        <${k} zone="aside" title=${l("table-set-aside")} cards=${w(t.set_aside)} at=${`${d}/set_aside`} marks=${i} quiet />
        ${b.map(([g,y])=>o`<${k} key=${g} zone=${g} title=${y} cards=${w(t[g])} at=${`${d}/${g}`} marks=${i} />`)}
        <${k} zone="hand" title=${l("table-hand")} cards=${f} at=${`${d}/hand`} marks=${i} front />
      </section>`}};function Le(e,t){if(e[t])return e[t];let n=Object.keys(e).find(s=>s.startsWith(`${t}/`));return n?e[n]:null}var Fe=({coins:e,at:t,mark:n})=>o`
  <button type="button" class=${`coins ${n?.look||""}`} data-zone="coins" data-place=${`${t}/coins`} tabindex=${Array.isArray(e)&&e.length?0:-1}
    aria-label=${l("table-coins",{count:P(e)})} title=${Array.isArray(e)&&e.length?D(e):l("table-coins",{count:P(e)})}>
    <${j} /><b>${P(e)}</b></button>`,qe=({held:{count:e,points:t}})=>o`<span class="holding" title=${l("table-holding",{count:e,points:t})}><${se} name="flag" /><b aria-hidden="true">${t}</b><span class="visually-hidden">${l("table-holding",{count:e,points:t})}</span></span>`;var Ge=B(async()=>(await import("./page-later-UWMIBPCL.js").then(e=>e.part1)).Board),ge={};function Ue(e,t){let n=Object.entries(e).filter(([s])=>s.startsWith(`/seats/${t}/`));return n.length?Object.fromEntries(n):ge}function ye({snapshot:e,name:t,eyes:n=null,you:s=null,marks:r=ge,press:a=null,isSecond:i=!1,actions:$=null}){let{table:c,pays:u,lands:p}=e,{seats:E,turn:v,edition:d,board:f}=c,b=c.ended||!we(v)?null:v.seat,G=i?{"data-compared":""}:{"data-table":"","data-n":e.n},g=U=>{let m=U.target.closest("[data-place]");a&&m&&a(m.dataset.place||"",m)},y=!!f?.cells?.length;return o`
    <div class=${`table of-${E.length} ${y?"war":""}`} ...${G} onClick=${g} onKeyDown=${We}>
      <${be} ...${{position:c,name:t,marks:r,actions:$}} />
      ${y&&o`<${Ge} ...${{position:c,lands:p,name:t,marks:r}} />`}
      <div class="seats">
        ${E.map((U,m)=>o`<${q} key=${m} ...${{seat:U,k:m,edition:d,isSecond:i}} name=${t(m)} pays=${u?.[m]} marks=${Ue(r,m)}
          isActive=${m===b} isViewer=${m===n} isYou=${m===s} held=${p?.seats[m]??null} hasWon=${!!c.winners?.includes(m)} />`)}
      </div>
    </div>`}var we=e=>e.number>0||!["","seating"].includes(e.phase??"");function ve(e,t){let{turn:n,edition:s,ended:r,winners:a}=e;if(r)return a?.length?l("table-won",{names:a.map(t).join(", ")}):l("table-over");if(!we(n))return l("table-seating");let i=n.phase?pe(s,n.phase):"";return n.number?l("table-turn",{turn:n.number,name:t(n.seat),phase:i}):`${t(n.seat)}: ${i}`}function We(e){["Enter"," "].includes(e.key)&&e.target.matches("[role=button]")&&(e.preventDefault(),e.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let t=e.key==="ArrowUp"?-1:e.key==="ArrowDown"?1:0,n=e.target,s=t&&n.closest("[data-zone]");if(!s)return;let r=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],a=r[r.indexOf(n)+t];a&&(e.preventDefault(),a.focus())}var Xe=new Set(["file.corrupt","request.shape","option.unknown","position.invalid"]);function Je({place:e,says:t}){let[,n,s]=/^(?:body\.)?(seats|players)\[([0-9]+)\]/.exec(e)??[];return n===void 0?t:l(n==="seats"?"trouble-seat":"trouble-player",{n:Number(s)+1,says:t})}function xe(e){if(!(e instanceof A))return l("trouble-unforeseen",{detail:String(e)});let{code:t="",title:n="",clause:s,errors:r}=e.problem,a=r?.length?r.map(Je).join(" "):e.problem.detail??"",i=`trouble-${t.replaceAll(".","-")}`,$=te(i)?l(i):a||n,c=Xe.has(t)&&a&&$!==a?`${$} (${a})`:$;return s?.id?c.includes(s.says)?`${s.id}: ${c}`:`${c} ${s.id}: ${s.says}`:c}var He=500,Ke=150,Ve=[["p1 {Gr}","record-note-braces"],["A:h1","record-note-seat"],["Re*","record-note-star"],["@3","record-note-place"],["%undo 1","record-note-undo"],["%note ...","record-note-note"],["%! p3","record-note-waived"]],Se="haricot-record",Ye=`[BEN "1"]
[Edition "classic"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]

p1 {Gr}
`,Qe=I(),{samples:Q,editions:Ze}=JSON.parse(document.querySelector("#data").textContent||"{}"),Ee=e=>{let t=/\[Edition "(\w+)"\]/.exec(e)?.[1]??"classic";return t in Q?t:"classic"},Oe=(e,{line:t,column:n})=>e.split(`
`).slice(0,t-1).reduce((s,r)=>s+r.length+1,0)+n-1;function et({name:e,text:t}){let n=document.createElement("a");n.href=URL.createObjectURL(new Blob([t],{type:"application/x-ndjson"})),n.download=e,n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}function tt({found:e,go:t,mend:n}){let{fault:s,lines:r,wrong:a,files:i,position:$}=e;return o`
    <section class=${`verdict ${s?s.contrary?"illegal":"unknown":"legal"}`} role="status" data-fault=${s?s.contrary?"contrary":"slip":"none"}>
      <p class="ruling">${s?l(s.contrary?"record-contrary":"record-slip",{line:s.line,column:s.column}):l("record-read",{lines:r.length,events:r.at(-1)?.n??0})}</p>
      ${s&&o`<p>${s.says}</p><p><button type="button" class="quiet" onClick=${()=>t(s)}>${l("record-there")}</button></p>`}
      ${s&&s.near.length>0&&o`<ul class="record-near">${s.near.map(({written:c,says:u})=>o`<li key=${c}><button type="button" class="quiet" onClick=${()=>n(s,c)}>${l("record-mend",{written:c})}</button> ${u}</li>`)}</ul>`}
      ${a.length>0&&o`<h2>${l("record-wrong")}</h2><ul class="record-wrong">${a.map(({n:c,clause:u,says:p})=>o`<li key=${c}>${l("record-event",{n:c})} <b>${u}</b> ${p}</li>`)}</ul>`}
      ${i.length>0&&o`<p class="actions">${i.map(c=>o`<button type="button" key=${c.name} onClick=${()=>et(c)}>${l("record-save",{name:c.name})}</button>`)}</p>`}
      ${$&&o`<label class="record-line">${l("record-line")}<input readonly value=${$} onFocus=${c=>c.target.select()} /></label>`}
    </section>`}function nt({edition:e}){return o`
    <details class="record-notation" id="notation"><summary>${l("record-notation",{edition:Ze[e].name})}</summary>
      <table><thead><tr><th scope="col">${l("record-written")}</th><th scope="col">${l("record-means")}</th></tr></thead>
        <tbody>${Q[e].moves.map(({written:t,says:n})=>o`<tr key=${t}><td><code>${t}</code></td><td>${n}</td></tr>`)}
          ${Ve.map(([t,n])=>o`<tr key=${n}><td><code>${t}</code></td><td>${l(n)}</td></tr>`)}</tbody></table>
    </details>`}function st(){let[e,t]=C(()=>sessionStorage.getItem(Se)??Ye),[n,s]=C(null),[r,a]=C(""),i=W(null),$=W("");ee(()=>{if(sessionStorage.setItem(Se,e),e.trimEnd()===$.current)return;let d=new AbortController,f=setTimeout(async()=>{try{let b=await de(ce("/v1/records:read",{lang:X}),{method:"POST",body:{ben:e},signal:d.signal});if(d.signal.aborted)return;$.current=e.trimEnd(),s(b),a("")}catch(b){d.signal.aborted||a(xe(b))}},He+Ke*(e.length/1e3));return()=>{clearTimeout(f),d.abort()}},[e]);let c=d=>{let f=Oe(e,d);i.current?.focus(),i.current?.setSelectionRange(f,f+1)},u=(d,f)=>{if(!d.move)return;let b=Oe(e,d.move);e.startsWith(d.move.written,b)&&t(e.slice(0,b)+f+e.slice(b+d.move.written.length)),i.current?.focus()},p=()=>t(Q[Ee(e)].sheet),E=d=>d===null?"":n?.names[d]??"",v=n?.table&&{n:n.lines.at(-1)?.n??0,table:n.table,moves:[],pays:null};return o`
    <div class="record">
      <div class="record-paper"><label class="record-sheet"><b>${l("record-sheet")}</b>
        <textarea ref=${i} rows="22" spellcheck=${!1} autocomplete="off" value=${e} aria-invalid=${String(!!n?.fault)} onInput=${d=>t(d.target.value)}></textarea></label>
      <p class="record-help"><button type="button" class="quiet" onClick=${p}>${l("record-sample")}</button> <a href="#notation" onClick=${()=>document.querySelector("#notation")?.setAttribute("open","")}>${l("record-how")}</a> <a href="/docs/guide/notation">${l("record-guide")}</a></p>
      </div>
      <div class="record-found">
        ${r&&o`<p class="error" role="alert">${r}</p>`}
        ${n&&o`<${tt} found=${n} go=${c} mend=${u} />`}
        ${v&&o`<div class="felt"><h2 class="visually-hidden">${ve(v.table,E)}</h2><div class="moving" ref=${Qe}><${ye} key=${v.table.edition} snapshot=${v} name=${E} /></div></div>`}
      </div>
      ${n&&n.lines.length>0&&o`<section class="record-play"><h2>${l("record-play")}</h2><ol reversed tabindex="0">${[...n.lines].reverse().filter(({sentences:d})=>d.length).map(({line:d,sentences:f})=>o`<li key=${d} value=${d}>${f.join(". ")}.</li>`)}</ol></section>`}
      <${nt} edition=${Ee(e)} />
    </div>`}Z(o`<${st} />`,document.querySelector("#app"));
//# sourceMappingURL=page-ZL24ETQU.js.map
