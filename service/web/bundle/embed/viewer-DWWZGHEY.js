/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as rt,Aa as Wt,B as bt,C as vt,Ca as jt,D as yt,Da as Ht,Ea as Gt,F as gt,G as wt,Ga as E,H as xt,I as kt,J as St,La as Kt,Ma as Ut,N as Ct,O as Ot,P as Mt,Q as At,R as f,S as O,T as D,U as g,V as _,W as K,X as N,Y as R,Z as U,_ as X,b as B,ba as q,c as ht,d as o,e as z,ea as Et,f as h,g as W,ga as _t,h as y,ha as Tt,i as at,ia as Bt,j as i,ja as Lt,la as Dt,m as L,ma as Nt,n as j,o as H,oa as Rt,p as mt,qa as It,r as ot,s as lt,sa as V,t as S,ta as it,u as G,v as A,va as qt,wa as Ft,xa as Pt,ya as zt,z as ft}from"./viewer-chunk-ZF7ISVHS.js";var Yt=matchMedia("(max-width: 52rem), (max-height: 30rem)"),Ie=matchMedia("(max-height: 50rem)"),Xt=11;function Vt(t){return Yt.matches?t.seats.value.map((e,n)=>String(n+1)):t.seats.value.map((e,n)=>t.name(n)).map(e=>e.length>Xt?`${e.slice(0,Xt-1)}…`:e)}var I=class extends B{element=null;chart=null;width=ot(0);height=0;pointed=ot(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.seen=new ResizeObserver(([{contentRect:{width:n,height:s}}])=>{(n!==this.width.value||s!==this.height)&&this.#e(),this.height=s,this.width.value=0,this.width.value=n}),this.seen.observe(e),this.stop=S(()=>this.#o())}componentWillUnmount(){this.seen?.disconnect(),this.stop?.(),this.#e()}#e(){this.chart?.destroy(),this.chart=null}get sizes(){return Yt.matches?xt:Ie.matches?wt:gt}get scale(){let{game:e}=this.props,n=7+Ct(e.seats.value.length,this.sizes)*(this.#n+3);return new At(this.width.value,kt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:n})}get#n(){return Math.max(...Vt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=lt(()=>{let{game:e}=this.props;e.timeline.grown.value;let n=e.limit.value,{series:s,markers:a}=e.timeline;if(!this.width.value||!n||!s.length)return null;let{scale:l}=this,r=Tt(_t(e),u=>l.x(u)),c=a.filter(({kind:u,n:$})=>u==="turn"&&$<=n);return{columns:St(s,n,l.last),scale:l,marks:r,turns:c}});#s=0;#a=lt(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#a.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#l(e)))}async#l(e){if(this.chart){this.chart.show(e);return}let{Chart:n}=await import("./viewer-later-M2ZLSQ75.js").then(a=>a.part13).catch(()=>({Chart:null}));if(!n||!this.element?.isConnected||this.chart)return;let s=this.shown.value;s&&(this.chart=new n(this.element.querySelector(".chart"),this.sizes,s))}at=e=>{let{game:n}=this.props,s=this.element.getBoundingClientRect(),[a,l]=[e.clientX-s.left,e.clientY-s.top],{height:r,turns:c,lane:u}=this.sizes,$=l>=r-c-u&&l<r-c?Bt(this.shown.value?.marks??[],a):void 0,p=Math.min(this.scale.n(a),n.limit.value);if($)return{n:$.n,x:$.x,mark:$};if(l<r-c)return{n:p,x:a};let m=n.timeline.turns.filter(d=>d<=n.limit.value).toSorted((d,M)=>Math.abs(d-p)-Math.abs(M-p))[0]??p;return{n:m,x:this.scale.x(m)}};down=e=>{if(e.button)return;let{game:n}=this.props;n.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#t(this.pointed.value.n,!0)};move=e=>{let{game:n}=this.props,s=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!s)return;let a=s?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),n.limit.value),x:0}:this.at(e);s&&(a.x=this.scale.x(a.n)),this.pointed.value=a,s&&a.n!==n.n.value&&this.#t(a.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:n.value,x:this.scale.x(n.value),isFocus:!0})};#t(e,n=!1){let{game:s,go:a}=this.props;a?a(e):s.goTo(e,{push:n})}render({game:e,label:n=i("replay-event")}){let s=e.n.value,a=e.limit.value,{scale:l,sizes:r}=this,c=l.x(a),u=Vt(e),$=this.shown.value?Ot(this.shown.value.columns,r):[];return o`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:Mt(c,r)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${c+5}px)`}}>
          ${$.map(({column:p,y:b},m)=>o`<b key=${m} style=${{color:`var(--line-${m%7})`,transform:`translate(${p*(this.#n+3)}px, ${b}px)`}}>${u[m]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${l.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(a,2)} step="1" value=${s} aria-label=${n} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${p=>{e.playing.value=!1,this.#t(Number(p.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${Et} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var Qt=t=>t.n.value<t.version.value,ct=t=>t.n.value>1,qe=[["first","replay-first",t=>t.goTo(1),ct],["turnBack","replay-turn-back",t=>rt(t,-1),ct],["back","replay-back",t=>t.step(-1),ct],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),Qt],["turnNext","replay-turn-next",t=>rt(t,1),Qt],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function Zt({game:t}){let e=t.playing.value;return o`
    <footer class="bar" data-bar>
      <${Fe} game=${t} />
      <div class="moves" role="group" aria-label=${i("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${i("replay-events")} title=${i("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${y} name="list" /></button>
        ${qe.map(([n,s,a,l])=>{let r=n==="play",c=r&&e?i("replay-pause"):i(s);return o`<button type="button" key=${n} class=${r?"main":`quiet ${n}`} aria-label=${c} title=${c} aria-disabled=${String(!l(t))}
            onClick=${()=>{r||(t.playing.value=!1),a(t)}}><${y} name=${r&&e?"pause":n} /></button>`})}
        <label class="speed"><span class="visually-hidden">${i("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${n=>{t.speed.value=Number(n.target.value)}}>
            ${bt.map(n=>o`<option value=${n}>${n}×</option>`)}</select></label>
        <${Pe} game=${t} />
        ${!A&&o`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${i("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${y} name="fork" /><span>${i("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&o`<button type="button" class="quiet reveal" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([n,s])=>o`<button type="button" key=${n} class="quiet" aria-label=${i(`replay-${n}`)} title=${i(`replay-${n}`)}
          onClick=${()=>{t.dialog.value=n}}><${y} name=${s} /></button>`)}</span>
      </div>
    </footer>`}function Fe({game:t}){let e=t.comparison.value;if(!e?.isHere.value)return o`<${I} game=${t} />`;let{other:n}=e;return o`
    <div class="bands" data-pane=${e.pane.value}>
      <${I} game=${t} />
      <${I} game=${n} label=${`${i("replay-event")} · ${n.id}`} go=${s=>e.goThere(s)} />
    </div>`}function Pe({game:t}){let e=o`<b>${t.n.value}</b>`;return o`<span class="where">${t.typed.value?o`→ <b>${t.typed.value}</b>`:t.isStory.value?e:o`${e} / ${t.version.value}`}</span>`}var ze=t=>new Intl.NumberFormat(at,{maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t/100),Jt=t=>!A&&!t.head.value.private,te=(t,e,n={})=>Nt(`/games/${encodeURIComponent(t.id)}/${e}`,{...n,lang:at}),We=t=>t.timeline.markers.findLast(({kind:e})=>e==="end")?.n??1/0;function ee({game:t}){let[e,n]=L(!1);t.timeline.grown.value;let s=t.n.value>=We(t);j(()=>{s||n(!1)},[s]);let a=t.story.value;return!s||!a?null:e?o`<button type="button" class="final-again" onClick=${()=>n(!1)}><${q} kind="lead" /> ${i("story-title")}</button>`:o`<section class="final" aria-label=${i("story-title")}><${je} game=${t} told=${a} putAway=${()=>n(!0)} /></section>`}function je({game:t,told:{summary:e,says:n,story:s},putAway:a}){let l=[...s.seats].sort((c,u)=>c.place-u.place||c.seat-u.seat),r=c=>{t.goTo(t.timeline.turns.findLast(u=>u<=c)??1,{push:!0}),t.playing.value=!0};return o`
    <p class="summary">${e}</p>
    <div class="final-acts">
      ${s.turned&&o`<button type="button" class="main" onClick=${()=>r(s.turned.n)}><${y} name="play" />${i("story-from-turn")}</button>`}
      ${s.moments.length>0&&o`<button type="button" class="quiet" onClick=${()=>vt(t)}><${y} name="next" />${i("story-highlights")}</button>`}
      <button type="button" class="quiet" onClick=${()=>r(1)}>${i("story-from-start")}</button>
      ${Jt(t)&&o`<a class="button quiet" href=${te(t,"story.png")} target="_blank" rel="noopener">${i("story-picture")}</a>`}
      <button type="button" class="quiet" onClick=${a}>${i("story-table")}</button>
    </div>
    <ol class="places">${l.map(c=>o`<${He} key=${c.seat} game=${t} seat=${c} won=${s.winners.includes(c.seat)} />`)}</ol>
    ${s.moments.length>0&&o`<h3>${i("story-moments")}</h3>
      <ol class="moments">${s.moments.map((c,u)=>o`
        <li key=${u} class=${s.turned&&c.kind==="lead"&&c.n===s.turned.n?"turned":""}><button type="button" onClick=${()=>t.goTo(c.n,{push:!0})}>
          <${q} kind=${c.kind==="gift"?"donation":c.kind} /><span class="when">${c.turn?i("replay-turn",{turn:String(c.turn)}):""}</span><span>${n[u]}</span></button>
          ${Jt(t)&&o`<a href=${te(t,"moment.gif",{n:c.n})} target="_blank" rel="noopener" title=${i("story-animation",{moment:n[u]})}>GIF<span class="visually-hidden"> ${n[u]}</span></a>`}</li>`)}</ol>`}`}function He({game:t,seat:e,won:n}){let{best_harvest:s}=e,a=e.varieties.filter(({coins:l})=>l>0);return o`
    <li class=${`place seat-${e.seat%7} ${n?"won":""}`}>
      <span class="rank">${e.place}.</span><span class="disc" aria-hidden="true">${e.seat+1}</span><b class="name">${t.name(e.seat)}</b>
      <span class="points">${t.shown.value?.lands?o`<${y} name="flag" />`:o`<${N} />`}<b>${e.score}</b></span>
      <ul class="earned" aria-label=${i("story-by-bean")}>${a.map(({variety:l,coins:r})=>o`<li key=${l} title=${g(l)}><${K} card=${l} /><span class="visually-hidden">${g(l)}</span>${r}</li>`)}</ul>
      <p class="facts"><span>${i("story-exchanges",{count:e.exchanges,gain:ze(e.got-e.given)})}</span>
        ${s&&o`<button type="button" class="jump" onClick=${()=>t.goTo(s.n,{push:!0})}>${i("story-best",{coins:s.coins,turn:String(s.turn)})}</button>`}</p>
    </li>`}function ne(t,e=()=>{}){let n=new zt(W().game,it(location.search),document.documentElement.lang||"en"),s=new Ft(n),a=document.getElementById("app"),l=()=>n.version.value?o`<${t} game=${n} />`:o`<p class=${n.problem.value?"error":"loading"} role="status">${n.problem.value||i("replay-loading")}</p>`;return A&&(n.write=r=>qt(r)),n.onLeft=()=>s.stop(),n.onLoaded=()=>{n.isLive.value?s.start():s.stop(),e()},addEventListener("popstate",()=>n.returned(it(location.search))),S(()=>yt(n)),S(()=>{n.head.value&&(document.title=`${n.seats.value.map((r,c)=>n.name(c)).join(", ")} · Haricot`)}),Kt(n),a.replaceChildren(),ht(o`<${l} />`,a),n.open(),n}var Y=()=>performance.now();async function se(t){let[e,n]=[1/0,0];for(let s=0;s<4;s+=1){let a=Y(),{now:l}=await t(),r=Y()-a;r<e&&([e,n]=[r,l+r/2-Y()])}return n}var ae=t=>t+Y();function ut(t,e,n){let{turn_ms:s,game_ms:a,runs:l,expired:r}=t.seats[e],c=t.terms.turn!==null||t.terms.game!==null,u=l?Math.max(0,n-t.since):0;return{left:c?Math.max(0,(s??0)+a-u):null,runs:l,expired:r}}function oe(t,e){if(t.trading_ms===null)return null;let n=t.running&&!t.trading_expired;return{left:Math.max(0,t.trading_ms-(n?Math.max(0,e-t.since):0)),runs:n,expired:t.trading_expired}}var Ge=200,le=864e5,Ke=3e5,Ue=60,Xe=1e4,Ve=t=>t>2*le?i("clock-days",{count:Math.floor(t/le)}):Lt(t);function re({left:t,name:e,passed:n=!1,give:s=null,title:a=""}){let l=`clock-chip ${t.runs?"runs":""} ${t.expired?"up":""} ${t.runs&&t.left!==null&&t.left<Xe?"little":""}`,r=o`<span class="clock-name">${e}</span>
    <b>${t.expired?i("clock-expired"):t.left===null?"":Ve(t.left)}</b>${n&&o`<span class="tag">${i("clock-passed")}</span>`}`;return s?o`<button type="button" class=${l} title=${a} onClick=${s}>${r}</button>`:o`<span class=${l}>${r}</span>`}function Ye(t,e){let[n,s]=L(null),[,a]=L(0);return j(()=>{if(!e)return;let l=()=>se(()=>t.ask("/clock")).then(s,()=>{});l();let r=[setInterval(()=>a(c=>c+1),Ge),setInterval(l,Ke)];return()=>r.forEach(clearInterval)},[t,e]),e&&n!==null?n:null}function ie({game:t,host:e=null}){let n=t.shown.value?.clock??null,s=!!n&&!A&&t.isLive.value&&t.n.value===t.version.value,a=Ye(t,s),[l,r]=L("");if(!n)return null;let c=a===null?n.since:ae(a),u=oe(n,c),$=t.you.value,p=(C,x,w)=>{Rt(Dt(t.id,C),{method:"POST",body:x,token:w,headers:{"Idempotency-Key":It()}}).then(()=>r(""),k=>r(V(k)))},b=s?e:null,m=C=>()=>p("/clock",{act:"extend",seconds:Ue,...C},b),d=n.running?"":n.reason===""?i("clock-waits"):i(["paused","arbiter"].includes(n.reason)?`clock-why-${n.reason}`:"clock-stopped"),M=n.seats.find(({runs:C})=>C);return o`
    <section class="clocks" role="group" aria-label=${i("clock-title")} data-ahead=${a===null?"":String(Math.round(c-Date.now()))} data-zero=${M&&a!==null?String(Math.round(c+(ut(n,M.seat,c).left??0))):""}>
      ${n.seats.map((C,x)=>o`<${re} key=${x} left=${ut(n,x,c)} name=${t.name(x)} passed=${n.passed.includes(x)} give=${b&&m({seat:x})} title=${i("clock-more-seat",{name:t.name(x)})} />`)}
      ${u&&o`<${re} left=${u} name=${i("clock-trading")} give=${b&&m({budget:"trading"})} title=${i("clock-more-trading")} />`}
      ${d&&o`<span class="clock-reason" role="status">${d}</span>`}
      ${s&&$!==null&&n.trades&&!n.passed.includes($)&&o`<button type="button" class="quiet" onClick=${()=>p("/clock/passes",void 0,t.token)}>${i("clock-pass")}</button>`}
      ${b&&o`<button type="button" class="quiet" onClick=${()=>p("/clock",{act:n.running?"stop":"start"},b)}>${i(n.running?"clock-stop":"clock-start")}</button>
        <button type="button" class="quiet" onClick=${m({})}>${i("clock-more-all")}</button>`}
      ${l&&o`<span class="error" role="alert">${l}</span>`}
    </section>`}var Qe={call:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part6)).CallDialog),dispute:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part7)).DisputeDialog),deal:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part0)).DealDialog),fork:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part5)).WhatIf),hints:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part9)).Hints),keys:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part16)).KeySheet),menu:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part18)).Menu),seats:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part10)).SeatsDialog),same_deal:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part3)).SameDeal),share:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part1)).Share),values:h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part14)).Values)};function ce({game:t}){let e=t.dialog.value&&Qe[t.dialog.value],n=mt(null),s=!!e;return s&&!n.current&&(n.current=document.activeElement),H(()=>{s||(document.activeElement===document.body&&n.current?.focus(),n.current=null)},[s]),e?o`<${e} game=${t} />`:null}var Ze=/^\/seats\/\d+\/hand\/(\d+)$/,Q=class extends B{state={life:null,problem:""};asked=null;box=null;hold=e=>{this.box=e,e&&!e.matches(":popover-open")&&e.showPopover()};componentDidUpdate(){this.ask()}componentDidMount(){this.ask()}async ask(){let{game:e}=this.props,n=e.pressed.value;if(n!==this.asked&&(this.asked=n,this.setState({life:null,problem:""}),!!n))try{let s=await e.ask("/card",{at:n.n,card:n.place,as:e.view.value,lang:e.lang});this.asked===n&&this.setState({life:s})}catch(s){this.asked===n&&this.setState({problem:V(s)})}}render({game:e},{life:n,problem:s}){let a=e.pressed.value;if(!a)return null;let l=()=>{e.pressed.value===a&&(e.pressed.value=null)},r=a.element.dataset.card||f,[,c]=r===f&&Ze.exec(a.place)||[],u=r!==f?g(r):n||a.element.dataset.card?g(n?.variety??f):"…",$=n?.life.filter(({n:p})=>p<=e.limit.value)||[];return o`
      <div class="life" popover tabindex="-1" autofocus aria-label=${u} role="dialog" ref=${this.hold} key=${a.place} style=${Je(a.element)} onToggle=${p=>p.newState==="closed"&&l()}>
        <h2>${u}</h2>
        ${c&&o`<p class="small">${i("replay-back-place",{place:Number(c)+1})}</p>`}
        ${$.some(({sure:p})=>!p)&&o`<p class="small">${i("replay-back-came")}</p>`}
        ${s&&o`<p class="error">${s}</p>`}
        <ol>${$.map(({n:p,says:b,did:m})=>o`<li key=${p} class=${p===a.n?"here":""}><button type="button" class="link" onClick=${()=>{this.box?.hidePopover(),e.goTo(p,{push:!0})}}>
          <b>${p}</b> ${m==="lost"?i("replay-lost-sight"):b}</button></li>`)}</ol>
        ${!n&&!s&&o`<p class="small">…</p>`}
      </div>`}};function Je(t){let{left:e,right:n,top:s}=t.getBoundingClientRect(),{clientWidth:a}=document.documentElement,l=Math.min(320,a-16);return{left:`${n+8+l<a?n+8:Math.max(8,e-l-8)}px`,top:`${Math.max(8,Math.min(s,innerHeight-300))}px`,width:`${l}px`}}var pt=matchMedia("(max-width: 52rem), (max-height: 30rem)");function ue(t){let e=t.sheet.value;H(()=>{if(!e||!pt.matches)return;let n=document.activeElement,s=[...document.querySelectorAll(".skip, .game-top, .scene, .bar")],a=()=>{t.sheet.value=!1};for(let l of s)l.inert=!0;return document.querySelector(".rail [aria-selected=true]")?.focus({preventScroll:!0}),pt.addEventListener("change",a),()=>{pt.removeEventListener("change",a);for(let l of s)l.inert=!1;n?.focus({preventScroll:!0})}},[e])}var tn={ArrowRight:1,ArrowLeft:-1};function en(t,e){let n=tn[t.key];if(!n||t.ctrlKey||t.altKey||t.metaKey)return;t.preventDefault(),t.stopPropagation();let s=E.findIndex(({name:a})=>a===e.tab.value);e.tab.value=E[(s+n+E.length)%E.length].name,requestAnimationFrame(()=>document.querySelector(".rail [role=tab][aria-selected=true]")?.focus())}function pe({game:t}){ue(t);let{Panel:e,words:n}=E.find(({name:a})=>a===t.tab.value)??E[0],s=()=>{t.sheet.value=!1};return o`
    ${t.sheet.value&&o`<div class="behind-sheet" onClick=${s}></div>`}
    <aside class=${`rail ${t.sheet.value?"open":""}`} aria-label=${i("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${i("replay-rail")} onKeyDown=${a=>en(a,t)}>
          ${E.map(({name:a,words:l,count:r})=>o`<button type="button" role="tab" key=${a} id=${`tab-${a}`} aria-controls="panel" aria-selected=${String(t.tab.value===a)}
            tabindex=${t.tab.value===a?0:-1} onClick=${()=>{t.tab.value=a}}>${i(l)}<${nn} game=${t} count=${r} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!t.isLive.value&&o`<button type="button" class="quiet" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${i("replay-values")} title=${i("replay-values")} onClick=${()=>{t.dialog.value="values"}}><${y} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${i("replay-close")} onClick=${s}><${y} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${i(n)}><${e} game=${t} /></div>
    </aside>`}var nn=({game:t,count:e})=>{let n=e?.(t);return n?o` <span class="count">${n}</span>`:null};var sn={table:(t,e)=>{let n=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||n?"narrow":"",n?"flat":t<=480?"phone":""]]},seat:(t,e)=>[{"--sw":t,"--sh":e},[e<=89.6?"low":"",e>=118.4&&t<=608?"tall":""]]},$e=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:n}of t){let s=e,[a,l]=sn[s.matches(".seat")?"seat":"table"](n.width,n.height);for(let[r,c]of Object.entries(a))s.style.setProperty(r,`${c}px`);s.dataset.shape=l.filter(Boolean).join(" ")}});function Z(){let t=null;return e=>{t&&$e.unobserve(t),t=e,t&&$e.observe(t)}}var an=matchMedia("(prefers-reduced-motion: reduce)");function de(t,e){for(let n=e;n;n=n.slice(0,n.lastIndexOf("/"))){let s=t.querySelector(`[data-place="${n}"]`);if(s)return s.matches(".zone, .fields")?s.querySelector(".card, .fan, .slot")??s:s}return null}function on(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:n,to:s,...a})=>({...a,from:s,to:n})):[]}function he(t,e,n){if(an.matches||e===n||document.hidden)return null;let s=t.getBoundingClientRect();return on(e,n).slice(0,24).map(({from:l,to:r})=>{let c=de(t,l),u=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let $=c.getBoundingClientRect();return{from:$,to:r,ghost:u?ln(u,$,s):null}}).filter(Boolean)}function ln(t,e,n){let s=t.cloneNode(!0);s.className=`${s.className} ghost`;for(let a of["data-place","data-card","aria-label","title"])s.removeAttribute(a);return s.setAttribute("aria-hidden","true"),Object.assign(s.style,{left:`${e.left-n.left}px`,top:`${e.top-n.top}px`,width:`${e.width}px`,height:`${e.height}px`}),s}function me(t,e){let n=e.flatMap(({from:s,to:a,ghost:l})=>{let r=de(t,a);if(!r)return[];let c=r.matches("button.card");if(c)r.classList.add("flying");else if(l)t.append(l);else return[];return[{from:s,target:r,glides:c,ghost:l}]});n.length&&requestAnimationFrame(()=>{let s=n.map(a=>({...a,to:a.target.getBoundingClientRect()}));for(let{from:a,to:l,target:r,glides:c,ghost:u}of s)r.isConnected?c?rn(r,a,l):u&&cn(u,a,l):u?.remove()})}async function fe(t,e,n){let s=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...n,offset:.5},n],440);await new Promise(a=>setTimeout(a,220)),s.cancel()}var be=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,F=new WeakMap;async function rn(t,e,n){let s=n.height?Math.max(e.height/n.height,.4):1;F.set(t,(F.get(t)??0)+1),await fe(t,{transform:`${be(n,e)} scale(${s})`},{transform:"none"}),F.set(t,(F.get(t)??0)-1),t.classList.toggle("flying",!!F.get(t))}async function cn(t,e,n){await fe(t,{transform:"none",opacity:1},{transform:`${be(e,n)} scale(.7)`,opacity:.55}),t.remove()}var{editions:ve={},phases:un={}}=W(),J=(t,e)=>ve[t]?.areas[e]||{},ye=(t,e)=>ve[t]?.phases[e]||un[e]||e;var pn=({card:t,at:e,mark:n=null,front:s=!1,stop:a=!1})=>o`
  <button type="button" class=${`card ${_(t)} ${s?"front":""} ${n?.look||""}`} data-place=${e} data-card=${t} tabindex=${a?0:-1}
    aria-disabled=${n?.look.includes("grey")?"true":null} aria-pressed=${n?.look.includes("picked")?"true":null}
    aria-label=${[g(t),s&&i("table-front"),n?.note].filter(Boolean).join(", ")} title=${n?.note||g(t)}>
    <${R} card=${t} known=${n?.bean} /></button>`;function T({zone:t,title:e,cards:n,at:s,marks:a={},front:l=!1,quiet:r=!1}){let c=a[s],u=n.length>0&&n.every($=>$===f);return o`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${n.length?"":"bare"}`} data-zone=${t} data-place=${s}>
      ${(n.length>0||!r)&&o`<h4><span>${e}</span> <b>${n.length}</b></h4>`}
      <ul class=${`fan ${u?"hidden":""}`} aria-label=${e}>
        ${n.map(($,p)=>o`<li key=${p}><${pn} card=${$} at=${`${s}/${p}`} mark=${a[`${s}/${p}`]} front=${l&&p===0&&$!==f} stop=${p===0} /></li>`)}
      </ul>
    </div>`}var $t=({cards:t=[],coins:e=0})=>o`
  <span class="goods">${U(t).map(([n,s])=>o`
    <span class=${`mini ${n===f?"back":""}`} title=${g(n)}>${n===f?"?":o`<${K} card=${n} />`}${s>1&&o`<b>${s}</b>`}<span class="visually-hidden">${g(n)}</span></span>`)}
    ${e>0&&o`<span class="mini"><${N} /><b>${e}</b></span>`}
    ${!t.length&&!e&&o`<span class="nothing">${i("table-nothing")}</span>`}</span>`,tt=({k:t,name:e})=>t===null?o`<span class="who-mini">${i("table-anyone")}</span>`:o`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,ge=t=>t.map(e=>e.variety||f),$n=t=>[...Object.entries(t.want||{}).flatMap(([e,n])=>Array(n).fill(e)),...t.want_turned_up||[]];function we({position:t,name:e,actions:n}){let{proposals:s=[],donations:a=[]}=t;return o`
    <ul class="offers" aria-label=${i("table-offers")}>
      ${s.map(l=>o`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${tt} k=${l.seat} name=${e} /><${$t} cards=${ge(l.give)} coins=${l.give_coins} />
        <span class="swap" aria-label=${i("table-for")}>⇄</span>
        <${$t} cards=${$n(l)} coins=${l.want_coins} /><${tt} k=${l.with} name=${e} />${n?.(l.proposal)}</li>`)}
      ${a.map(l=>o`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${tt} k=${l.seat} name=${e} /><${$t} cards=${ge(l.cards)} coins=${l.coins} />
        <span class="swap" aria-label=${i("table-gives-to")}>→</span><${tt} k=${l.to} name=${e} />${n?.(l.proposal)}</li>`)}
    </ul>`}var dn=h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part21)).Attack);function ke({position:t,name:e,marks:n,actions:s}){let{edition:a}=t,l=Object.entries(J(a,"table")).filter(([r])=>t[r]);return o`
    <div class="middle">
      <h3 class="visually-hidden">${i("table-middle")}</h3>
      <${xe} zone="draw_pile" title=${i("table-draw-pile")} pile=${O(t.draw_pile)} face=${f} mark=${n["/draw_pile"]}
        times=${t.exhaustions} note=${t.exhaustions>0?i("table-exhausted",{count:t.exhaustions}):""} />
      <${xe} zone="discard_pile" title=${i("table-discards")} pile=${O(t.discard_pile)} face=${O(t.discard_pile)[0]} mark=${n["/discard_pile"]||n["/discard_pile/0"]} />
      <${T} zone="turned_up" title=${i("table-turned-up")} cards=${O(t.turned_up)} at="/turned_up" marks=${n} />
      ${l.map(([r,c])=>o`<${T} key=${r} zone=${r} title=${c} cards=${O(t[r])} at=${`/${r}`} marks=${n} />`)}
      ${t.attack&&o`<${dn} position=${t} name=${e} />`}
      <${we} position=${t} name=${e} actions=${s} />
    </div>`}var xe=({zone:t,title:e,pile:n,face:s,mark:a,note:l="",times:r=0})=>o`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${n.length}</b></h4>
    <button type="button" class=${`card ${n.length?_(s):"slot"} ${n.length>1?"edges-3":""} ${a?.look||""}`} data-place=${`/${t}`} data-card=${n.length?s:null}
      aria-label=${[`${e}: ${n.length}`,n.length>0&&s!==f&&g(s),l,a?.note].filter(Boolean).join(", ")} title=${a?.note||l||e}>
      ${n.length>0&&o`<${R} card=${s} />`}</button>
    ${r>0&&o`<p class="pile-note" aria-hidden="true">↻ ${r}</p>`}
  </div>`;var hn=4,P=class extends z{render({field:e,i:n,at:s,pay:a,mark:l}){let r=e.at(-1)??f,c=U(e),u=e.length?`${X(e)}. ${a?mn(a):""}`:i("table-field-empty");return o`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${l?.look||""} ${e.length?"":"slot"}`} data-place=${s} data-card=${e.length?r:null} tabindex=${n===0?0:-1}
            aria-disabled=${l?.look.includes("grey")?"true":null} aria-label=${`${i("table-field",{field:n+1})}: ${u}${l?.note?`, ${l.note}`:""}`} title=${l?.note||u}>
            ${e.length>0&&o`<span class=${`card edges-${Math.min(e.length-1,hn)} ${_(r)}`}><${R} card=${r} /></span>`}</button>
          ${e.length>1&&o`<span class="many" aria-hidden="true">${c.length>1?c.map(([$,p])=>o`<i class=${_($)}>${p}</i>`):e.length}</span>`}
          ${a&&o`<span class=${`worth ${a.coins?"":"naught"}`} aria-hidden="true">${a.coins}</span>`}
          ${a?.doubled&&o`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${a&&o`<${fn} pay=${a} />`}
      </div>`}};function mn({coins:t,cards:e,next:n,meter:s}){let a=i("table-pays",{coins:t});return n?`${a}, ${i("table-pays-next",{coins:n.coins,cards:n.cards,more:n.cards-e})}`:a}function fn({pay:t}){let{cards:e,steps:n}=t;if(!n?.length)return o`<p class="meter"></p>`;let s=n[n.length-1][0],a=100/s;return o`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,s)*a}`} />
      ${n.map(([l,r])=>o`<circle class=${l<=e?"paid":""} cx=${4+l*a-3} cy="7" r="6.500" /><text x=${4+l*a-3} y="10.500">${r}</text>`)}
    </svg>`}var bn=[],et=class extends z{hold=Z();render({seat:e,k:n,name:s,edition:a,pays:l,marks:r,active:c,eyes:u,you:$,held:p,won:b,aside:m}){let d=`/seats/${n}`,M=O(e.hand),C=Object.entries(J(a,"seat")).filter(([w])=>e[w]!==null&&e[w]!==void 0),x=m?{}:{"data-seat":n};return o`
      <section ref=${this.hold} role="group" class=${`seat seat-${n%7} ${c?"active":""} ${$?"you":""}`} ...${x} aria-label=${i("table-seat",{seat:n+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${n+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${yn} coins=${e.coins} at=${d} mark=${r[`${d}/coins`]} />${p&&o`<${gn} held=${p} />`}</span>
          <span class="tags">
            ${c&&o`<span class="tag turn">${i("table-active")}</span>`}
            ${$?o`<span class="tag">${i("table-you")}</span>`:u&&o`<span class="tag">${i("table-eyes")}</span>`}
            ${b&&o`<span class="tag won">${i("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${d}/fields`}>
          ${e.fields.map((w,k)=>o`<${P} key=${k} ...${{field:w,i:k,at:`${d}/fields/${k}`,pay:l?.[k]??null,mark:vn(r,`${d}/fields/${k}`)}} />`)}
          ${r[`${d}/fields/${e.fields.length}`]&&o`<${P} key="next" ...${{field:bn,i:e.fields.length,at:`${d}/fields/${e.fields.length}`,pay:null,mark:r[`${d}/fields/${e.fields.length}`]}} />`}
        </div>
        <${T} zone="aside" title=${i("table-set-aside")} cards=${O(e.set_aside)} at=${`${d}/set_aside`} marks=${r} quiet />
        ${C.map(([w,k])=>o`<${T} key=${w} zone=${w} title=${k} cards=${O(e[w])} at=${`${d}/${w}`} marks=${r} />`)}
        <${T} zone="hand" title=${i("table-hand")} cards=${M} at=${`${d}/hand`} marks=${r} front />
      </section>`}};function vn(t,e){if(t[e])return t[e];let n=Object.keys(t).find(s=>s.startsWith(`${e}/`));return n?t[n]:null}var yn=({coins:t,at:e,mark:n})=>o`
  <button type="button" class=${`coins ${n?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${i("table-coins",{count:D(t)})} title=${Array.isArray(t)&&t.length?X(t):i("table-coins",{count:D(t)})}>
    <${N} /><b>${D(t)}</b></button>`,gn=({held:{count:t,points:e}})=>o`<span class="holding" title=${i("table-holding",{count:t,points:e})}><${y} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${i("table-holding",{count:t,points:e})}</span></span>`;var wn=h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part22)).Board),Se={};function xn(t,e){let n=Object.entries(t).filter(([s])=>s.startsWith(`/seats/${e}/`));return n.length?Object.fromEntries(n):Se}function Ce({film:t,name:e,eyes:n=null,you:s=null,marks:a=Se,press:l=null,aside:r=!1,actions:c=null}){let{table:u,pays:$,lands:p}=t,{seats:b,turn:m,edition:d,board:M}=u,C=u.ended||!Oe(m)?null:m.seat,x=r?{"data-compared":""}:{"data-table":"","data-n":t.n},w=st=>{let v=st.target.closest("[data-place]");l&&v&&l(v.dataset.place||"",v)},k=!!M?.cells?.length;return o`
    <div class=${`table of-${b.length} ${k?"war":""}`} ...${x} onClick=${w} onKeyDown=${kn}>
      <${ke} ...${{position:u,name:e,marks:a,actions:c}} />
      ${k&&o`<${wn} ...${{position:u,lands:p,name:e,marks:a}} />`}
      <div class="seats">
        ${b.map((st,v)=>o`<${et} key=${v} ...${{seat:st,k:v,edition:d,aside:r}} name=${e(v)} pays=${$?.[v]} marks=${xn(a,v)}
          active=${v===C} eyes=${v===n} you=${v===s} held=${p?.seats[v]??null} won=${!!u.winners?.includes(v)} />`)}
      </div>
    </div>`}var Oe=t=>t.number>0||!["","seating"].includes(t.phase??"");function nt(t,e){let{turn:n,edition:s,ended:a,winners:l}=t;if(a)return l?.length?i("table-won",{names:l.map(e).join(", ")}):i("table-over");if(!Oe(n))return i("table-seating");let r=n.phase?ye(s,n.phase):"";return n.number?i("table-turn",{turn:n.number,name:e(n.seat),phase:r}):`${e(n.seat)}: ${r}`}function kn(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,n=t.target,s=e&&n.closest("[data-zone]");if(!s)return;let a=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],l=a[a.indexOf(n)+e];l&&(t.preventDefault(),l.focus())}function Me(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,n,s]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(s&&Number(s)<D(t.seats[Number(n)]?.hand))return e;let a=e.slice(1).split("/").reduce((l,r)=>l?.[r],t);return Array.isArray(a)?a.length?`${e}/${a.length-1}`:null:typeof a=="string"?e:null}var Ae=t=>t.replace(/\/[0-9]+$/,(e,n)=>/\/fields$/.test(t.slice(0,n))?e:"");function Ee({moves:t=[]},e){let n={},s=e?"came wrong":"came",a=e?"left wrong":"left";for(let{from:l,to:r}of t)l&&(n[Ae(l)]??={look:a}),r&&(n[r]={look:s},/\/(coins|fields|discard_pile)\b/.test(r)&&(n[Ae(r)]={look:s}));return n}function _e(t,e){let n={...t};for(let[s,{look:a,note:l,bean:r}]of Object.entries(e)){let c=n[s];n[s]=c?{look:`${c.look} ${a}`,note:l||c.note,bean:r||c.bean}:{look:a,note:l,bean:r}}return n}function Te({game:t,player:e=null,aside:n=!1,more:s={}}){let a=e?.preview?.value??t.shown.value,l=t.isInStep.value;if(!a)return o`<div class="felt waiting" aria-busy="true"></div>`;let r=[t.backs.marks(a.n),s,e?.marks.value??{}].reduce(_e,Ee(a,t.isWrong(a.n))),c=(u,$)=>{let p=!e?.press(u,$)&&Me(a.table,u);p&&(t.pressed.value={place:p,n:a.n,element:$})};return o`
    <div class=${`felt ${l?"":"stale"}`} aria-busy=${String(!l)}>
      <h2 class="visually-hidden">${nt(a.table,t.name)}</h2>
      <${dt} game=${t} film=${a}>
        <${Ce} film=${a} name=${t.name} eyes=${t.eyes.value} you=${t.you.value} marks=${r} aside=${n} press=${n?null:c} actions=${e&&e.answers()} />
      <//>
      ${!l&&o`<p class="lagging" role="status">${i("replay-lagging",{shown:String(a.n),n:String(t.n.value)})} <b>${t.late.value}</b></p>`}
    </div>`}var dt=class extends B{table=null;fit=Z();hold=e=>{this.table=e,this.fit(e)};flights=null;componentDidMount(){this.stop=S(()=>{let e=this.props.game.shown.value;this.flights=this.table&&e&&he(this.table,this.props.film,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.flights&&me(this.table,this.flights),this.flights=null}render({children:e}){return o`<div class="moving" ref=${this.hold}>${e}</div>`}};var Sn=h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part11)).Banner),Cn=h(async()=>(await import("./viewer-later-M2ZLSQ75.js").then(t=>t.part19)).SheetLink);function Be({game:t}){let e=t.n.value,n=t.shown.value,s=t.verdicts.of(e),a=Pt(s),l=t.held.value;return o`
    ${t.verdicts.faults.value.length>0&&o`<${Sn} game=${t} />`}
    <div class=${`telling ${a?"wrong":""} ${n&&!n.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${n&&nt(n.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||l?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${a?"✗":s&&s.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${l?"held":""}>${t.sentences[e-1]}</span>
          ${ft(t,e).map(r=>o`<span class="moment-note" key=${r}><${q} kind="lead" />${r}</span>`)}
          ${a&&o` <strong class="verdict-word">${i(`replay-${s?.verdict}`)}</strong>`}</span>
        ${a&&o`<span class="why">${s?.says}</span>`}
      </p>
      <div class="tools">
        ${s?.clause&&o`<${Wt} game=${t} verdict=${s} at="telling" />`}
        <${Ut} game=${t} />
        ${a&&o`<${Cn} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function Le(t){if(!(t!=="light"&&t!=="dark")){for(let e of document.styleSheets)for(let n of e.cssRules){let s=n instanceof CSSMediaRule&&/prefers-color-scheme: (light|dark)/.exec(n.conditionText);s&&(n.media.mediaText=s[1]===t?"all":"not all")}document.documentElement.style.colorScheme=t}}function De(t,e=[]){Le(new URLSearchParams(location.search).get("theme")),S(()=>{t.dialog.value&&!e.includes(t.dialog.value)&&(t.dialog.value=null)})}function Ne(t){if(parent===window)return;let e=!1;S(()=>{let n=t.n.value;if(!n)return;let s={haricot:e?"moved":"ready",game:t.id,n,last:t.limit.value};e=!0,parent.postMessage(s,"*")}),addEventListener("message",({source:n,data:s})=>{n!==parent||s?.haricot!=="goTo"||!Number.isSafeInteger(s.n)||(t.playing.value=!1,t.goTo(s.n))})}var On=({game:t})=>o`
  <header class="game-top">
    <${jt} game=${t} />
    <${Ht} game=${t} />
    ${t.head.value.may.views.length>1&&o`<${Gt} game=${t} />`}
    ${!G&&o`<a class="button quiet" href=${`/games/${encodeURIComponent(t.id)}${location.search}`} target="_blank" rel="noopener">${i("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${Be} game=${t} />
      <${ie} game=${t} />
      <div class="stage"><${Te} game=${t} /><${ee} game=${t} /></div>
    </div>
    <${pe} game=${t} />
  </main>
  <${Zt} game=${t} />
  <${ce} game=${t} />
  ${!G&&o`<${Q} game=${t} />`}`,Re=ne(On);De(Re,["keys","values"]);G||Ne(Re);
//# sourceMappingURL=viewer-DWWZGHEY.js.map
