/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{$a as Ot,A as tt,Aa as wt,Ba as gt,C as et,Ca as kt,Da as xt,F as M,G as R,Ha as Ct,I as nt,Ia as St,Ja as Tt,Ka as At,Ma as q,Pa as Lt,Q as at,Qa as Pt,R as st,Ra as Et,S as ot,T as rt,Ta as Mt,U as lt,Ua as qt,V as it,Va as z,W as ct,Wa as It,Y as ut,Za as Dt,_a as k,aa as pt,b as H,c as X,ca as N,d as y,e as x,ea as mt,eb as _t,f as D,fa as ht,fb as Bt,g as j,hb as Ft,j as L,ja as $t,k as F,ka as dt,l as E,n as V,o as C,p as o,pa as f,qa as ft,s,sa as vt,t as p,u as O,v as $,w as Z,x as Q,y as J,ya as yt,za as bt}from"./page-chunk-OWRNNIER.js";for(let t of document.querySelectorAll(".languages a"))t.addEventListener("click",()=>{let e=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${t.lang}; path=/; max-age=31536000; samesite=lax${e}`;let n=new URLSearchParams(location.search);n.set("lang",t.lang),t.href=`?${n.toString().replaceAll("%3A",":")}${location.hash}`});var zt=matchMedia("(max-width: 52rem), (max-height: 30rem)"),ce=matchMedia("(max-height: 50rem)"),Rt=11;function Nt(t){return zt.matches?t.seats.value.map((e,n)=>String(n+1)):t.seats.value.map((e,n)=>t.name(n)).map(e=>e.length>Rt?`${e.slice(0,Rt-1)}…`:e)}var P=class extends H{element=null;chart=null;width=L(0);height=0;pointed=L(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.seen=new ResizeObserver(([{contentRect:{width:n,height:a}}])=>{(n!==this.width.value||a!==this.height)&&this.#e(),this.height=a,this.width.value=0,this.width.value=n}),this.seen.observe(e),this.stop=E(()=>this.#o())}componentWillUnmount(){this.seen?.disconnect(),this.stop?.(),this.#e()}#e(){this.chart?.destroy(),this.chart=null}get sizes(){return zt.matches?gt:ce.matches?wt:bt}get scale(){let{game:e}=this.props,n=7+Ct(e.seats.value.length,this.sizes)*(this.#n+3);return new At(this.width.value,kt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:n})}get#n(){return Math.max(...Nt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=F(()=>{let{game:e}=this.props;e.timeline.grown.value;let n=e.limit.value,{series:a,markers:r}=e.timeline;if(!this.width.value||!n||!a.length)return null;let{scale:l}=this,c=Pt(Lt(e),u=>l.x(u)),i=r.filter(({kind:u,n:h})=>u==="turn"&&h<=n);return{columns:xt(a,n,l.last),scale:l,marks:c,turns:i}});#a=0;#s=F(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#s.value||(cancelAnimationFrame(this.#a),this.#a=requestAnimationFrame(()=>this.#r(e)))}async#r(e){if(this.chart){this.chart.show(e);return}let{Chart:n}=await import("./page-later-6JETLKJZ.js").then(r=>r.part22).catch(()=>({Chart:null}));if(!n||!this.element?.isConnected||this.chart)return;let a=this.shown.value;a&&(this.chart=new n(this.element.querySelector(".chart"),this.sizes,a))}at=e=>{let{game:n}=this.props,a=this.element.getBoundingClientRect(),[r,l]=[e.clientX-a.left,e.clientY-a.top],{height:c,turns:i,lane:u}=this.sizes,h=l>=c-i-u&&l<c-i?Et(this.shown.value?.marks??[],r):void 0,d=Math.min(this.scale.n(r),n.limit.value);if(h)return{n:h.n,x:h.x,mark:h};if(l<c-i)return{n:d,x:r};let v=n.timeline.turns.filter(T=>T<=n.limit.value).toSorted((T,I)=>Math.abs(T-d)-Math.abs(I-d))[0]??d;return{n:v,x:this.scale.x(v)}};down=e=>{if(e.button)return;let{game:n}=this.props;n.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#t(this.pointed.value.n,!0)};move=e=>{let{game:n}=this.props,a=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!a)return;let r=a?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),n.limit.value),x:0}:this.at(e);a&&(r.x=this.scale.x(r.n)),this.pointed.value=r,a&&r.n!==n.n.value&&this.#t(r.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:n.value,x:this.scale.x(n.value),isFocus:!0})};#t(e,n=!1){let{game:a,go:r}=this.props;r?r(e):a.goTo(e,{push:n})}render({game:e,label:n=o("replay-event")}){let a=e.n.value,r=e.limit.value,{scale:l,sizes:c}=this,i=l.x(r),u=Nt(e),h=this.shown.value?St(this.shown.value.columns,c):[];return s`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:Tt(i,c)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${i+5}px)`}}>
          ${h.map(({column:d,y:w},v)=>s`<b key=${v} style=${{color:`var(--line-${v%7})`,transform:`translate(${d*(this.#n+3)}px, ${w}px)`}}>${u[v]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${l.x(a)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(r,2)} step="1" value=${a} aria-label=${n} aria-valuetext=${`${a}: ${e.sentences[a-1]||""}`}
          onInput=${d=>{e.playing.value=!1,this.#t(Number(d.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${Dt} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var Kt=t=>t.n.value<t.version.value,K=t=>t.n.value>1,ue=[["first","replay-first",t=>t.goTo(1),K],["turnBack","replay-turn-back",t=>z(t,-1),K],["back","replay-back",t=>t.step(-1),K],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),Kt],["turnNext","replay-turn-next",t=>z(t,1),Kt],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function Wt({game:t}){let e=t.playing.value;return s`
    <footer class="bar" data-bar>
      <${pe} game=${t} />
      <div class="moves" role="group" aria-label=${o("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${o("replay-events")} title=${o("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${f} name="list" /></button>
        ${ue.map(([n,a,r,l])=>{let c=n==="play",i=c&&e?o("replay-pause"):o(a);return s`<button type="button" key=${n} class=${c?"main":`quiet ${n}`} aria-label=${i} title=${i} aria-disabled=${String(!l(t))}
            onClick=${()=>{c||(t.playing.value=!1),r(t)}}><${f} name=${c&&e?"pause":n} /></button>`})}
        <label class="speed"><span class="visually-hidden">${o("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${n=>{t.speed.value=Number(n.target.value)}}>
            ${lt.map(n=>s`<option value=${n}>${n}×</option>`)}</select></label>
        <${me} game=${t} />
        ${!$&&s`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${o("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${f} name="fork" /><span>${o("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&s`<button type="button" class="quiet reveal" onClick=${()=>t.reveal(!t.result.value)}>${o(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([n,a])=>s`<button type="button" key=${n} class="quiet" aria-label=${o(`replay-${n}`)} title=${o(`replay-${n}`)}
          onClick=${()=>{t.dialog.value=n}}><${f} name=${a} /></button>`)}</span>
      </div>
    </footer>`}function pe({game:t}){let e=t.comparison.value;if(!e?.isHere.value)return s`<${P} game=${t} />`;let{other:n}=e;return s`
    <div class="bands" data-pane=${e.pane.value}>
      <${P} game=${t} />
      <${P} game=${n} label=${`${o("replay-event")} · ${n.id}`} go=${a=>e.goThere(a)} />
    </div>`}function me({game:t}){let e=s`<b>${t.n.value}</b>`;return s`<span class="where">${t.typed.value?s`→ <b>${t.typed.value}</b>`:t.isStory.value?e:s`${e} / ${t.version.value}`}</span>`}function Gt(t,e=()=>{}){let n=new dt(O().game,R(location.search),document.documentElement.lang||"en"),a=new pt(n),r=document.getElementById("app"),l=()=>n.version.value?s`<${t} game=${n} />`:s`<p class=${n.problem.value?"error":"loading"} role="status">${n.problem.value||o("replay-loading")}</p>`;return $&&(n.write=c=>nt(c)),n.onLeft=()=>a.stop(),n.onLoaded=()=>{n.isLive.value?a.start():a.stop(),e()},addEventListener("popstate",()=>n.returned(R(location.search))),E(()=>ct(n)),E(()=>{n.head.value&&(document.title=`${n.seats.value.map((c,i)=>n.name(i)).join(", ")} · Haricot`)}),_t(n),r.replaceChildren(),X(s`<${l} />`,r),n.open(),n}var _=()=>performance.now();async function Ut(t){let[e,n]=[1/0,0];for(let a=0;a<4;a+=1){let r=_(),{now:l}=await t(),c=_()-r;c<e&&([e,n]=[c,l+c/2-_()])}return n}var Yt=t=>t+_();function W(t,e,n){let{turn_ms:a,game_ms:r,runs:l,expired:c}=t.seats[e],i=t.terms.turn!==null||t.terms.game!==null,u=l?Math.max(0,n-t.since):0;return{left:i?Math.max(0,(a??0)+r-u):null,runs:l,expired:c}}function Ht(t,e){if(t.trading_ms===null)return null;let n=t.running&&!t.trading_expired;return{left:Math.max(0,t.trading_ms-(n?Math.max(0,e-t.since):0)),runs:n,expired:t.trading_expired}}var Xt=864e5,he=1e4,$e=t=>t>2*Xt?o("clock-days",{count:Math.floor(t/Xt)}):V(t);function G({left:t,name:e="",passed:n=!1,give:a=null,title:r=""}){let l=`clock-chip ${t.runs?"runs":""} ${t.expired?"up":""} ${t.runs&&t.left!==null&&t.left<he?"little":""}`,c=s`${e&&s`<span class="clock-name">${e}</span>`}
    <b>${t.expired?o("clock-expired"):t.left===null?"":$e(t.left)}</b>${n&&s`<span class="tag">${o("clock-passed")}</span>`}`;return a?s`<button type="button" class=${l} title=${r} onClick=${a}>${c}</button>`:s`<span class=${l}>${c}</span>`}var de=200,fe=3e5,ve=60;function ye(t,e){let[n,a]=y(null),[,r]=y(0);return x(()=>{if(!e)return;let l=()=>Ut(()=>t.ask("/clock")).then(a,()=>{});l();let c=[setInterval(()=>r(i=>i+1),de),setInterval(l,fe)];return()=>c.forEach(clearInterval)},[t,e]),e&&n!==null?n:null}function jt({game:t,host:e=null}){let n=t.shown.value?.clock??null,a=!!n&&!$&&t.isLive.value&&t.n.value===t.version.value,r=ye(t,a&&!t.head.value?.spectator_delay?.events),[l,c]=y("");if(!n)return null;let i=r===null?n.since:Yt(r),u=Ht(n,i),h=t.you.value,d=(A,g,le)=>{tt(Q(t.id,A),{method:"POST",body:g,token:le,headers:{"Idempotency-Key":et()}}).then(()=>c(""),ie=>c(M(ie)))},w=a?e:null,v=A=>()=>d("/clock",{act:"extend",seconds:ve,...A},w),T=n.running?"":n.reason===""?t.isLive.value?o("clock-waits"):"":o(["paused","time_up"].includes(n.reason)?`clock-why-${n.reason}`:"clock-stopped"),I=n.seats.find(({runs:A})=>A);return s`
    <section class="clocks" role="group" aria-label=${o("clock-title")} data-ahead=${r===null?"":String(Math.round(i-Date.now()))} data-zero=${I&&r!==null?String(Math.round(i+(W(n,I.seat,i).left??0))):""}>
      ${n.seats.map((A,g)=>s`<${G} key=${g} left=${W(n,g,i)} name=${t.name(g)} passed=${n.passed.includes(g)} give=${w&&v({seat:g})} title=${o("clock-more-seat",{name:t.name(g)})} />`)}
      ${u&&s`<${G} left=${u} name=${o("clock-trading")} give=${w&&v({budget:"trading"})} title=${o("clock-more-trading")} />`}
      ${T&&s`<span class="clock-reason" role="status">${T}</span>`}
      ${a&&h!==null&&n.trades&&!n.passed.includes(h)&&s`<button type="button" class="quiet" onClick=${()=>d("/clock/passes",void 0,t.token)}>${o("clock-pass")}</button>`}
      ${w&&s`<button type="button" class="quiet" onClick=${()=>d("/clock",{act:n.running?"stop":"start"},w)}>${o(n.running?"clock-stop":"clock-start")}</button>
        <button type="button" class="quiet" onClick=${v({})}>${o("clock-more-all")}</button>`}
      ${l&&s`<span class="error" role="alert">${l}</span>`}
    </section>`}var be={call:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part10)).CallDialog),dispute:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part13)).DisputeDialog),deal:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part0)).DealDialog),fork:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part8)).WhatIf),hints:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part15)).Hints),keys:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part25)).KeySheet),menu:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part27)).Menu),seats:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part17)).SeatsDialog),same_deal:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part5)).SameDeal),share:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part1)).Share),values:p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part23)).Values)};function Vt({game:t}){let e=t.dialog.value&&be[t.dialog.value],n=j(null),a=!!e;return a&&!n.current&&(n.current=document.activeElement),D(()=>{a||(document.activeElement===document.body&&n.current?.focus(),n.current=null)},[a]),e?s`<${e} game=${t} />`:null}var U=matchMedia("(max-width: 52rem), (max-height: 30rem)");function Zt(t){let e=t.sheet.value;D(()=>{if(!e||!U.matches)return;let n=document.activeElement,a=[...document.querySelectorAll(".skip, .game-top, .scene, .bar")],r=()=>{t.sheet.value=!1};for(let l of a)l.inert=!0;return document.querySelector(".rail [aria-selected=true]")?.focus({preventScroll:!0}),U.addEventListener("change",r),()=>{U.removeEventListener("change",r);for(let l of a)l.inert=!1;n?.focus({preventScroll:!0})}},[e])}var we={ArrowRight:1,ArrowLeft:-1};function ge(t,e){let n=we[t.key];if(!n||t.ctrlKey||t.altKey||t.metaKey)return;t.preventDefault(),t.stopPropagation();let a=k.findIndex(({name:r})=>r===e.tab.value);e.tab.value=k[(a+n+k.length)%k.length].name,requestAnimationFrame(()=>document.querySelector(".rail [role=tab][aria-selected=true]")?.focus())}function Qt({game:t}){Zt(t);let{Panel:e,words:n}=k.find(({name:r})=>r===t.tab.value)??k[0],a=()=>{t.sheet.value=!1};return s`
    ${t.sheet.value&&s`<div class="behind-sheet" onClick=${a}></div>`}
    <aside class=${`rail ${t.sheet.value?"open":""}`} aria-label=${o("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${o("replay-rail")} onKeyDown=${r=>ge(r,t)}>
          ${k.map(({name:r,words:l,count:c})=>s`<button type="button" role="tab" key=${r} id=${`tab-${r}`} aria-controls="panel" aria-selected=${String(t.tab.value===r)}
            tabindex=${t.tab.value===r?0:-1} onClick=${()=>{t.tab.value=r}}>${o(l)}<${ke} game=${t} count=${c} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!t.isLive.value&&s`<button type="button" class="quiet" onClick=${()=>t.reveal(!t.result.value)}>${o(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${o("replay-values")} title=${o("replay-values")} onClick=${()=>{t.dialog.value="values"}}><${f} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${o("replay-close")} onClick=${a}><${f} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${o(n)}><${e} game=${t} /></div>
    </aside>`}var ke=({game:t,count:e})=>{let n=e?.(t);return n?s` <span class="count">${n}</span>`:null};var xe=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part19)).Banner),Ce=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part28)).SheetLink);function Jt({game:t}){let e=t.n.value,n=t.shown.value,a=t.verdicts.of(e),r=$t(a),l=t.held.value;return s`
    ${t.verdicts.faults.value.length>0&&s`<${xe} game=${t} />`}
    <div class=${`telling ${r?"wrong":""} ${n&&!n.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${n&&ft(n.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||l?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${r?"✗":a&&a.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${l?"held":""}>${t.sentences[e-1]}</span>
          ${at(t,e).map(c=>s`<span class="moment-note" key=${c}><${q} kind="lead" />${c}</span>`)}
          ${r&&s` <strong class="verdict-word">${o(`replay-${a?.verdict}`)}</strong>`}</span>
        ${r&&s`<span class="why">${a?.says}</span>`}
      </p>
      <div class="tools">
        ${a?.clause&&s`<${yt} game=${t} verdict=${a} at="telling" />`}
        <${Bt} game=${t} />
        ${r&&s`<${Ce} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}var Se=3e3,Te=t=>new Intl.NumberFormat(C,{minimumFractionDigits:1,maximumFractionDigits:1}).format(t),Ae=t=>new Intl.NumberFormat(C,{minimumFractionDigits:1,maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t),B=t=>new Intl.NumberFormat(C,{style:"percent",maximumFractionDigits:0}).format(t);function Le(t){if(!t)return o("par-unmeasured");let{share:e,interval:[n,a],deals:r}=t;return e>0?o("par-explained",{share:B(e),low:B(n),high:B(a),deals:r}):o("par-explained-nothing",{high:B(Math.max(a,0)),deals:r})}function te({game:t}){let[e,n]=y(null),[a,r]=y(!1),l=u=>t.ask("/par",{},u).then(h=>(n(h),h)),c=()=>l({method:"POST"}).then(u=>r(u.state==="none"),()=>r(!0));if(x(()=>{l({}).catch(()=>{})},[]),x(()=>{if(e?.state!=="wanted")return;let u=setTimeout(()=>{l({}).catch(()=>{})},Se);return()=>clearTimeout(u)},[e]),!e)return null;let{explained:i}=e;return s`<section class="par"><h3>${o("par-title")}</h3>
    ${e.state==="none"&&s`<p><span>${o("par-none")}</span> <button type="button" class="quiet" onClick=${c}>${o("par-ask")}</button></p>`}
    ${a&&s`<p class="error" role="alert">${o("par-refused")}</p>`}
    ${e.state==="wanted"&&s`<p role="status">${o("par-wanted")}</p>`}
    ${e.state==="failed"&&s`<p>${o("par-failed")}</p>`}
    ${e.state==="made"&&s`<table><thead><tr><th scope="col">${o("par-seat")}</th><th scope="col">${o("par-coins")}</th><th scope="col">${o("par-bots")}</th><th scope="col">${o("par-difference")}</th></tr></thead>
      <tbody>${e.seats.map(u=>s`<tr key=${u.seat}><th scope="row">${t.name(u.seat)}</th><td>${u.coins}</td><td>${Te(u.par)}</td><td>${Ae(u.difference)}</td></tr>`)}</tbody></table>
      <p class="small">${o("par-how",{bot:e.bot,runs:e.runs})} ${Le(i)}</p>`}
  </section>`}var Pe=t=>new Intl.NumberFormat(C,{maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t/100),ee=t=>O().pictures&&!$&&!t.head.value.private,ne=(t,e,n={})=>J(`/games/${encodeURIComponent(t.id)}/${e}`,{...n,lang:C}),Ee=t=>t.timeline.markers.findLast(({kind:e})=>e==="end")?.n??1/0;function ae({game:t}){let[e,n]=y(!1);t.timeline.grown.value;let a=t.n.value>=Ee(t);x(()=>{a||n(!1)},[a]);let r=t.story.value;return!a||!r?null:e?s`<button type="button" class="final-again" onClick=${()=>n(!1)}><${q} kind="lead" /> ${o("story-title")}</button>`:s`<section class="final" aria-label=${o("story-title")}><${Me} game=${t} told=${r} putAway=${()=>n(!0)} /></section>`}function Me({game:t,told:{summary:e,says:n,story:a},putAway:r}){let l=[...a.seats].sort((i,u)=>i.place-u.place||i.seat-u.seat),c=i=>{t.goTo(t.timeline.turns.findLast(u=>u<=i)??1,{push:!0}),t.playing.value=!0};return s`
    <p class="summary">${e}</p>
    <div class="final-acts">
      ${a.turned&&s`<button type="button" class="main" onClick=${()=>c(a.turned.n)}><${f} name="play" />${o("story-from-turn")}</button>`}
      ${a.moments.length>0&&s`<button type="button" class="quiet" onClick=${()=>it(t)}><${f} name="next" />${o("story-highlights")}</button>`}
      <button type="button" class="quiet" onClick=${()=>c(1)}>${o("story-from-start")}</button>
      ${ee(t)&&s`<a class="button quiet" href=${ne(t,"story.png")} target="_blank" rel="noopener">${o("story-picture")}</a>`}
      <button type="button" class="quiet" onClick=${r}>${o("story-table")}</button>
    </div>
    <ol class="places">${l.map(i=>s`<${qe} key=${i.seat} game=${t} seat=${i} won=${a.winners.includes(i.seat)} />`)}</ol>
    ${a.moments.length>0&&s`<h3>${o("story-moments")}</h3>
      <ol class="moments">${a.moments.map((i,u)=>s`
        <li key=${u} class=${a.turned&&i.kind==="lead"&&i.n===a.turned.n?"turned":""}><button type="button" onClick=${()=>t.goTo(i.n,{push:!0})}>
          <${q} kind=${i.kind==="gift"?"donation":i.kind} /><span class="when">${i.turn?o("replay-turn",{turn:String(i.turn)}):""}</span><span>${n[u]}</span></button>
          ${ee(t)&&s`<a href=${ne(t,"moment.gif",{n:i.n})} target="_blank" rel="noopener" title=${o("story-animation",{moment:n[u]})}>GIF<span class="visually-hidden"> ${n[u]}</span></a>`}</li>`)}</ol>`}
    <${te} game=${t} />`}function qe({game:t,seat:e,won:n}){let{best_harvest:a}=e,r=e.varieties.filter(({coins:l})=>l>0);return s`
    <li class=${`place seat-${e.seat%7} ${n?"won":""}`}>
      <span class="rank">${e.place}.</span><span class="disc" aria-hidden="true">${e.seat+1}</span><b class="name">${t.name(e.seat)}</b>
      <span class="points">${t.shown.value?.lands?s`<${f} name="flag" />`:s`<${ht} />`}<b>${e.score}</b></span>
      <ul class="earned" aria-label=${o("story-by-bean")}>${r.map(({variety:l,coins:c})=>s`<li key=${l} title=${N(l)}><${mt} card=${l} /><span class="visually-hidden">${N(l)}</span>${c}</li>`)}</ul>
      <p class="facts"><span>${o("story-exchanges",{count:e.exchanges,gain:Pe(e.got-e.given)})}</span>
        ${a&&s`<button type="button" class="jump" onClick=${()=>t.goTo(a.n,{push:!0})}>${o("story-best",{coins:a.coins,turn:String(a.turn)})}</button>`}</p>
    </li>`}var Ie=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part2)).Banner),De=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part3)).Columns),Oe=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part6)).Compared),_e=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part20)).Life),Be=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part12)).CorrectPanel),Fe=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part29)).Together),Re=p(async()=>(await import("./page-later-6JETLKJZ.js").then(t=>t.part18)).Tray),b=L(null),S=L(null),Ne=({game:t})=>s`
  <${It} game=${t} />
  <main class="play-area" id="main">
    <div class=${`scene ${t.you.value!==null?"plays":""}`}>
      ${t.head.value.forked_from&&s`<${Ie} game=${t} />`}
      ${!$&&s`<${qt} game=${t} />`}
      <${Jt} game=${t} />
      <${jt} game=${t} host=${$?null:Mt(t)} />
      ${t.comparison.value?s`<${Oe} game=${t} player=${b.value} />`:s`<div class="stage"><${vt} game=${t} player=${S.value?.open.value?S.value:b.value} more=${ot(st(t,t.n.value).flatMap(({marks:e})=>e))} /><${rt} game=${t} /><${ae} game=${t} /></div>`}
      ${S.value?.open.value&&s`<${Be} correcting=${S.value} />`}
      ${b.value&&s`<${Re} player=${b.value} />`}
      ${t.watching.value?.isClose.value&&s`<${Fe} watching=${t.watching.value} />`}
    </div>
    ${t.comparison.value?s`<${De} game=${t} />`:s`<${Qt} game=${t} />`}
  </main>
  <${Wt} game=${t} />
  ${t.pressed.value&&s`<${_e} game=${t} />`}
  <${Vt} game=${t} />`,Y="";async function oe(){if(!b.value&&(m.you.value!==null||Z.seats(m.id).length>0))try{let[{Player:t},{keepFocus:e}]=await Promise.all([import("./page-later-6JETLKJZ.js").then(n=>n.part16),import("./page-later-6JETLKJZ.js").then(n=>n.part14)]);b.value||e(document.querySelector(".scene")),b.value??=new t(m),Y&&m.flash.value===Y&&(m.flash.value="")}catch(t){m.flash.value=Y=M(t)}b.value?.loaded()}async function re(t=null){try{let{Correcting:e}=await import("./page-later-6JETLKJZ.js").then(n=>n.part11);S.value??=new e(m),S.value.may.value?await S.value.begin(t):m.flash.value=o("correct-not-arbiter")}catch(e){m.flash.value=M(e)}}var m=Gt(Ne,oe);m.correct=re;var ze=2e4;m.watch=async()=>{let{Watching:t}=await import("./page-later-6JETLKJZ.js").then(e=>e.part9);m.watching.value??=new t(m)};$||setTimeout(()=>m.watch().catch(()=>{}),new URLSearchParams(location.search).has("follow")||localStorage.getItem("haricot:reactions")==="on"?0:ze);var se=new URLSearchParams(location.hash.slice(1)).get("correct");if(se!==null&&!$){history.replaceState(history.state,"",location.pathname+location.search);let t=m.onLoaded;m.onLoaded=()=>{t(),m.onLoaded=t,re(se||null)}}location.hash==="#comments"&&!$&&Ot(m,"comments");m.onArrived=t=>b.value?.orders.arrived(t);m.onNotice=oe;Ft(m);ut(m);
//# sourceMappingURL=page-WUJABZAV.js.map
