/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as st,B as ht,Ba as Ft,C as mt,Ca as qt,D as ft,Da as zt,F as bt,Fa as C,G as vt,H as yt,I as gt,J as wt,Ka as It,La as Pt,N as xt,O as kt,P as St,Q as Ct,R as m,S as k,T as _,U as v,V as O,W,X as T,Y as B,Z as j,_ as H,b as A,ba as R,c as ct,d as o,e as q,ea as Ot,f as d,g as z,ga as Mt,h as b,ha as At,i as tt,ia as Et,j as i,la as _t,m as ut,n as pt,o as I,p as $t,r as et,ra as Tt,s as nt,sa as at,t as w,u as P,ua as Bt,v as E,va as Dt,wa as Nt,xa as Rt,z as dt,za as Lt}from"./viewer-chunk-3I4JYEKM.js";var Ht=matchMedia("(max-width: 52rem), (max-height: 30rem)"),Ce=matchMedia("(max-height: 50rem)"),Wt=11;function jt(t){return Ht.matches?t.seats.value.map((e,n)=>String(n+1)):t.seats.value.map((e,n)=>t.name(n)).map(e=>e.length>Wt?`${e.slice(0,Wt-1)}…`:e)}var D=class extends A{element=null;chart=null;width=et(0);height=0;pointed=et(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.seen=new ResizeObserver(([{contentRect:{width:n,height:s}}])=>{(n!==this.width.value||s!==this.height)&&this.#e(),this.height=s,this.width.value=0,this.width.value=n}),this.seen.observe(e),this.stop=w(()=>this.#o())}componentWillUnmount(){this.seen?.disconnect(),this.stop?.(),this.#e()}#e(){this.chart?.destroy(),this.chart=null}get sizes(){return Ht.matches?yt:Ce.matches?vt:bt}get scale(){let{game:e}=this.props,n=7+xt(e.seats.value.length,this.sizes)*(this.#n+3);return new Ct(this.width.value,gt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:n})}get#n(){return Math.max(...jt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=nt(()=>{let{game:e}=this.props;e.timeline.grown.value;let n=e.limit.value,{series:s,markers:a}=e.timeline;if(!this.width.value||!n||!s.length)return null;let{scale:l}=this,r=At(Mt(e),u=>l.x(u)),c=a.filter(({kind:u,n:$})=>u==="turn"&&$<=n);return{columns:wt(s,n,l.last),scale:l,marks:r,turns:c}});#s=0;#a=nt(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#a.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#l(e)))}async#l(e){if(this.chart){this.chart.show(e);return}let{Chart:n}=await import("./viewer-later-VDSU63B5.js").then(a=>a.part13).catch(()=>({Chart:null}));if(!n||!this.element?.isConnected||this.chart)return;let s=this.shown.value;s&&(this.chart=new n(this.element.querySelector(".chart"),this.sizes,s))}at=e=>{let{game:n}=this.props,s=this.element.getBoundingClientRect(),[a,l]=[e.clientX-s.left,e.clientY-s.top],{height:r,turns:c,lane:u}=this.sizes,$=l>=r-c-u&&l<r-c?Et(this.shown.value?.marks??[],a):void 0,p=Math.min(this.scale.n(a),n.limit.value);if($)return{n:$.n,x:$.x,mark:$};if(l<r-c)return{n:p,x:a};let y=n.timeline.turns.filter(h=>h<=n.limit.value).toSorted((h,N)=>Math.abs(h-p)-Math.abs(N-p))[0]??p;return{n:y,x:this.scale.x(y)}};down=e=>{if(e.button)return;let{game:n}=this.props;n.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#t(this.pointed.value.n,!0)};move=e=>{let{game:n}=this.props,s=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!s)return;let a=s?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),n.limit.value),x:0}:this.at(e);s&&(a.x=this.scale.x(a.n)),this.pointed.value=a,s&&a.n!==n.n.value&&this.#t(a.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:n.value,x:this.scale.x(n.value),isFocus:!0})};#t(e,n=!1){let{game:s,go:a}=this.props;a?a(e):s.goTo(e,{push:n})}render({game:e,label:n=i("replay-event")}){let s=e.n.value,a=e.limit.value,{scale:l,sizes:r}=this,c=l.x(a),u=jt(e),$=this.shown.value?kt(this.shown.value.columns,r):[];return o`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:St(c,r)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${c+5}px)`}}>
          ${$.map(({column:p,y:S},y)=>o`<b key=${y} style=${{color:`var(--line-${y%7})`,transform:`translate(${p*(this.#n+3)}px, ${S}px)`}}>${u[y]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${l.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(a,2)} step="1" value=${s} aria-label=${n} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${p=>{e.playing.value=!1,this.#t(Number(p.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${Ot} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var Gt=t=>t.n.value<t.version.value,ot=t=>t.n.value>1,Oe=[["first","replay-first",t=>t.goTo(1),ot],["turnBack","replay-turn-back",t=>st(t,-1),ot],["back","replay-back",t=>t.step(-1),ot],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),Gt],["turnNext","replay-turn-next",t=>st(t,1),Gt],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function Ut({game:t}){let e=t.playing.value;return o`
    <footer class="bar" data-bar>
      <${Me} game=${t} />
      <div class="moves" role="group" aria-label=${i("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${i("replay-events")} title=${i("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${b} name="list" /></button>
        ${Oe.map(([n,s,a,l])=>{let r=n==="play",c=r&&e?i("replay-pause"):i(s);return o`<button type="button" key=${n} class=${r?"main":`quiet ${n}`} aria-label=${c} title=${c} aria-disabled=${String(!l(t))}
            onClick=${()=>{r||(t.playing.value=!1),a(t)}}><${b} name=${r&&e?"pause":n} /></button>`})}
        <label class="speed"><span class="visually-hidden">${i("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${n=>{t.speed.value=Number(n.target.value)}}>
            ${ht.map(n=>o`<option value=${n}>${n}×</option>`)}</select></label>
        <${Ae} game=${t} />
        ${!E&&o`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${i("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${b} name="fork" /><span>${i("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&o`<button type="button" class="quiet reveal" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([n,s])=>o`<button type="button" key=${n} class="quiet" aria-label=${i(`replay-${n}`)} title=${i(`replay-${n}`)}
          onClick=${()=>{t.dialog.value=n}}><${b} name=${s} /></button>`)}</span>
      </div>
    </footer>`}function Me({game:t}){let e=t.comparison.value;if(!e?.isHere.value)return o`<${D} game=${t} />`;let{other:n}=e;return o`
    <div class="bands" data-pane=${e.pane.value}>
      <${D} game=${t} />
      <${D} game=${n} label=${`${i("replay-event")} · ${n.id}`} go=${s=>e.goThere(s)} />
    </div>`}function Ae({game:t}){let e=o`<b>${t.n.value}</b>`;return o`<span class="where">${t.typed.value?o`→ <b>${t.typed.value}</b>`:t.isStory.value?e:o`${e} / ${t.version.value}`}</span>`}var Ee=t=>new Intl.NumberFormat(tt,{maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t/100),Kt=t=>!E&&!t.head.value.private,Xt=(t,e,n={})=>_t(`/games/${encodeURIComponent(t.id)}/${e}`,{...n,lang:tt}),_e=t=>t.timeline.markers.findLast(({kind:e})=>e==="end")?.n??1/0;function Vt({game:t}){let[e,n]=ut(!1);t.timeline.grown.value;let s=t.n.value>=_e(t);pt(()=>{s||n(!1)},[s]);let a=t.story.value;return!s||!a?null:e?o`<button type="button" class="final-again" onClick=${()=>n(!1)}><${R} kind="lead" /> ${i("story-title")}</button>`:o`<section class="final" aria-label=${i("story-title")}><${Te} game=${t} told=${a} putAway=${()=>n(!0)} /></section>`}function Te({game:t,told:{summary:e,says:n,story:s},putAway:a}){let l=[...s.seats].sort((c,u)=>c.place-u.place||c.seat-u.seat),r=c=>{t.goTo(t.timeline.turns.findLast(u=>u<=c)??1,{push:!0}),t.playing.value=!0};return o`
    <p class="summary">${e}</p>
    <div class="final-acts">
      ${s.turned&&o`<button type="button" class="main" onClick=${()=>r(s.turned.n)}><${b} name="play" />${i("story-from-turn")}</button>`}
      ${s.moments.length>0&&o`<button type="button" class="quiet" onClick=${()=>mt(t)}><${b} name="next" />${i("story-highlights")}</button>`}
      <button type="button" class="quiet" onClick=${()=>r(1)}>${i("story-from-start")}</button>
      ${Kt(t)&&o`<a class="button quiet" href=${Xt(t,"story.png")} target="_blank" rel="noopener">${i("story-picture")}</a>`}
      <button type="button" class="quiet" onClick=${a}>${i("story-table")}</button>
    </div>
    <ol class="places">${l.map(c=>o`<${Be} key=${c.seat} game=${t} seat=${c} won=${s.winners.includes(c.seat)} />`)}</ol>
    ${s.moments.length>0&&o`<h3>${i("story-moments")}</h3>
      <ol class="moments">${s.moments.map((c,u)=>o`
        <li key=${u} class=${s.turned&&c.kind==="lead"&&c.n===s.turned.n?"turned":""}><button type="button" onClick=${()=>t.goTo(c.n,{push:!0})}>
          <${R} kind=${c.kind==="gift"?"donation":c.kind} /><span class="when">${c.turn?i("replay-turn",{turn:String(c.turn)}):""}</span><span>${n[u]}</span></button>
          ${Kt(t)&&o`<a href=${Xt(t,"moment.gif",{n:c.n})} target="_blank" rel="noopener" title=${i("story-animation",{moment:n[u]})}>GIF<span class="visually-hidden"> ${n[u]}</span></a>`}</li>`)}</ol>`}`}function Be({game:t,seat:e,won:n}){let{best_harvest:s}=e,a=e.varieties.filter(({coins:l})=>l>0);return o`
    <li class=${`place seat-${e.seat%7} ${n?"won":""}`}>
      <span class="rank">${e.place}.</span><span class="disc" aria-hidden="true">${e.seat+1}</span><b class="name">${t.name(e.seat)}</b>
      <span class="points">${t.shown.value?.lands?o`<${b} name="flag" />`:o`<${T} />`}<b>${e.score}</b></span>
      <ul class="earned" aria-label=${i("story-by-bean")}>${a.map(({variety:l,coins:r})=>o`<li key=${l} title=${v(l)}><${W} card=${l} /><span class="visually-hidden">${v(l)}</span>${r}</li>`)}</ul>
      <p class="facts"><span>${i("story-exchanges",{count:e.exchanges,gain:Ee(e.got-e.given)})}</span>
        ${s&&o`<button type="button" class="jump" onClick=${()=>t.goTo(s.n,{push:!0})}>${i("story-best",{coins:s.coins,turn:String(s.turn)})}</button>`}</p>
    </li>`}function Yt(t,e=()=>{}){let n=new Rt(z().game,at(location.search),document.documentElement.lang||"en"),s=new Dt(n),a=document.getElementById("app"),l=()=>n.version.value?o`<${t} game=${n} />`:o`<p class=${n.problem.value?"error":"loading"} role="status">${n.problem.value||i("replay-loading")}</p>`;return E&&(n.write=r=>Bt(r)),n.onLeft=()=>s.stop(),n.onLoaded=()=>{n.isLive.value?s.start():s.stop(),e()},addEventListener("popstate",()=>n.returned(at(location.search))),w(()=>ft(n)),w(()=>{n.head.value&&(document.title=`${n.seats.value.map((r,c)=>n.name(c)).join(", ")} · Haricot`)}),It(n),a.replaceChildren(),ct(o`<${l} />`,a),n.open(),n}var De={call:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part6)).CallDialog),dispute:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part7)).DisputeDialog),deal:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part0)).DealDialog),fork:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part5)).WhatIf),hints:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part9)).Hints),keys:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part16)).KeySheet),menu:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part18)).Menu),seats:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part10)).SeatsDialog),same_deal:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part3)).SameDeal),share:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part1)).Share),values:d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part14)).Values)};function Qt({game:t}){let e=t.dialog.value&&De[t.dialog.value],n=$t(null),s=!!e;return s&&!n.current&&(n.current=document.activeElement),I(()=>{s||(document.activeElement===document.body&&n.current?.focus(),n.current=null)},[s]),e?o`<${e} game=${t} />`:null}var Ne=/^\/seats\/\d+\/hand\/(\d+)$/,G=class extends A{state={life:null,problem:""};asked=null;box=null;hold=e=>{this.box=e,e&&!e.matches(":popover-open")&&e.showPopover()};componentDidUpdate(){this.ask()}componentDidMount(){this.ask()}async ask(){let{game:e}=this.props,n=e.pressed.value;if(n!==this.asked&&(this.asked=n,this.setState({life:null,problem:""}),!!n))try{let s=await e.ask("/card",{at:n.n,card:n.place,as:e.view.value,lang:e.lang});this.asked===n&&this.setState({life:s})}catch(s){this.asked===n&&this.setState({problem:Tt(s)})}}render({game:e},{life:n,problem:s}){let a=e.pressed.value;if(!a)return null;let l=()=>{e.pressed.value===a&&(e.pressed.value=null)},r=a.element.dataset.card||m,[,c]=r===m&&Ne.exec(a.place)||[],u=r!==m?v(r):n||a.element.dataset.card?v(n?.variety??m):"…",$=n?.life.filter(({n:p})=>p<=e.limit.value)||[];return o`
      <div class="life" popover tabindex="-1" autofocus aria-label=${u} role="dialog" ref=${this.hold} key=${a.place} style=${Re(a.element)} onToggle=${p=>p.newState==="closed"&&l()}>
        <h2>${u}</h2>
        ${c&&o`<p class="small">${i("replay-back-place",{place:Number(c)+1})}</p>`}
        ${$.some(({sure:p})=>!p)&&o`<p class="small">${i("replay-back-came")}</p>`}
        ${s&&o`<p class="error">${s}</p>`}
        <ol>${$.map(({n:p,says:S,did:y})=>o`<li key=${p} class=${p===a.n?"here":""}><button type="button" class="link" onClick=${()=>{this.box?.hidePopover(),e.goTo(p,{push:!0})}}>
          <b>${p}</b> ${y==="lost"?i("replay-lost-sight"):S}</button></li>`)}</ol>
        ${!n&&!s&&o`<p class="small">…</p>`}
      </div>`}};function Re(t){let{left:e,right:n,top:s}=t.getBoundingClientRect(),{clientWidth:a}=document.documentElement,l=Math.min(320,a-16);return{left:`${n+8+l<a?n+8:Math.max(8,e-l-8)}px`,top:`${Math.max(8,Math.min(s,innerHeight-300))}px`,width:`${l}px`}}var lt=matchMedia("(max-width: 52rem), (max-height: 30rem)");function Zt(t){let e=t.sheet.value;I(()=>{if(!e||!lt.matches)return;let n=document.activeElement,s=[...document.querySelectorAll(".skip, .game-top, .scene, .bar")],a=()=>{t.sheet.value=!1};for(let l of s)l.inert=!0;return document.querySelector(".rail [aria-selected=true]")?.focus({preventScroll:!0}),lt.addEventListener("change",a),()=>{lt.removeEventListener("change",a);for(let l of s)l.inert=!1;n?.focus({preventScroll:!0})}},[e])}var Le={ArrowRight:1,ArrowLeft:-1};function Fe(t,e){let n=Le[t.key];if(!n||t.ctrlKey||t.altKey||t.metaKey)return;t.preventDefault(),t.stopPropagation();let s=C.findIndex(({name:a})=>a===e.tab.value);e.tab.value=C[(s+n+C.length)%C.length].name,requestAnimationFrame(()=>document.querySelector(".rail [role=tab][aria-selected=true]")?.focus())}function Jt({game:t}){Zt(t);let{Panel:e,words:n}=C.find(({name:a})=>a===t.tab.value)??C[0],s=()=>{t.sheet.value=!1};return o`
    ${t.sheet.value&&o`<div class="behind-sheet" onClick=${s}></div>`}
    <aside class=${`rail ${t.sheet.value?"open":""}`} aria-label=${i("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${i("replay-rail")} onKeyDown=${a=>Fe(a,t)}>
          ${C.map(({name:a,words:l,count:r})=>o`<button type="button" role="tab" key=${a} id=${`tab-${a}`} aria-controls="panel" aria-selected=${String(t.tab.value===a)}
            tabindex=${t.tab.value===a?0:-1} onClick=${()=>{t.tab.value=a}}>${i(l)}<${qe} game=${t} count=${r} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!t.isLive.value&&o`<button type="button" class="quiet" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${i("replay-values")} title=${i("replay-values")} onClick=${()=>{t.dialog.value="values"}}><${b} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${i("replay-close")} onClick=${s}><${b} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${i(n)}><${e} game=${t} /></div>
    </aside>`}var qe=({game:t,count:e})=>{let n=e?.(t);return n?o` <span class="count">${n}</span>`:null};var ze={table:(t,e)=>{let n=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||n?"narrow":"",n?"flat":t<=480?"phone":""]]},seat:(t,e)=>[{"--sw":t,"--sh":e},[e<=89.6?"low":"",e>=118.4&&t<=608?"tall":""]]},te=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:n}of t){let s=e,[a,l]=ze[s.matches(".seat")?"seat":"table"](n.width,n.height);for(let[r,c]of Object.entries(a))s.style.setProperty(r,`${c}px`);s.dataset.shape=l.filter(Boolean).join(" ")}});function U(){let t=null;return e=>{t&&te.unobserve(t),t=e,t&&te.observe(t)}}var Ie=matchMedia("(prefers-reduced-motion: reduce)");function ee(t,e){for(let n=e;n;n=n.slice(0,n.lastIndexOf("/"))){let s=t.querySelector(`[data-place="${n}"]`);if(s)return s.matches(".zone, .fields")?s.querySelector(".card, .fan, .slot")??s:s}return null}function Pe(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:n,to:s,...a})=>({...a,from:s,to:n})):[]}function ne(t,e,n){if(Ie.matches||e===n||document.hidden)return null;let s=t.getBoundingClientRect();return Pe(e,n).slice(0,24).map(({from:l,to:r})=>{let c=ee(t,l),u=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let $=c.getBoundingClientRect();return{from:$,to:r,ghost:u?We(u,$,s):null}}).filter(Boolean)}function We(t,e,n){let s=t.cloneNode(!0);s.className=`${s.className} ghost`;for(let a of["data-place","data-card","aria-label","title"])s.removeAttribute(a);return s.setAttribute("aria-hidden","true"),Object.assign(s.style,{left:`${e.left-n.left}px`,top:`${e.top-n.top}px`,width:`${e.width}px`,height:`${e.height}px`}),s}function se(t,e){let n=e.flatMap(({from:s,to:a,ghost:l})=>{let r=ee(t,a);if(!r)return[];let c=r.matches("button.card");if(c)r.classList.add("flying");else if(l)t.append(l);else return[];return[{from:s,target:r,glides:c,ghost:l}]});n.length&&requestAnimationFrame(()=>{let s=n.map(a=>({...a,to:a.target.getBoundingClientRect()}));for(let{from:a,to:l,target:r,glides:c,ghost:u}of s)r.isConnected?c?je(r,a,l):u&&He(u,a,l):u?.remove()})}async function ae(t,e,n){let s=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...n,offset:.5},n],440);await new Promise(a=>setTimeout(a,220)),s.cancel()}var oe=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,L=new WeakMap;async function je(t,e,n){let s=n.height?Math.max(e.height/n.height,.4):1;L.set(t,(L.get(t)??0)+1),await ae(t,{transform:`${oe(n,e)} scale(${s})`},{transform:"none"}),L.set(t,(L.get(t)??0)-1),t.classList.toggle("flying",!!L.get(t))}async function He(t,e,n){await ae(t,{transform:"none",opacity:1},{transform:`${oe(e,n)} scale(.7)`,opacity:.55}),t.remove()}var{editions:le={},phases:Ge={}}=z(),K=(t,e)=>le[t]?.areas[e]||{},re=(t,e)=>le[t]?.phases[e]||Ge[e]||e;var Ue=({card:t,at:e,mark:n=null,front:s=!1,stop:a=!1})=>o`
  <button type="button" class=${`card ${O(t)} ${s?"front":""} ${n?.look||""}`} data-place=${e} data-card=${t} tabindex=${a?0:-1}
    aria-disabled=${n?.look.includes("grey")?"true":null} aria-pressed=${n?.look.includes("picked")?"true":null}
    aria-label=${[v(t),s&&i("table-front"),n?.note].filter(Boolean).join(", ")} title=${n?.note||v(t)}>
    <${B} card=${t} known=${n?.bean} /></button>`;function M({zone:t,title:e,cards:n,at:s,marks:a={},front:l=!1,quiet:r=!1}){let c=a[s],u=n.length>0&&n.every($=>$===m);return o`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${n.length?"":"bare"}`} data-zone=${t} data-place=${s}>
      ${(n.length>0||!r)&&o`<h4><span>${e}</span> <b>${n.length}</b></h4>`}
      <ul class=${`fan ${u?"hidden":""}`} aria-label=${e}>
        ${n.map(($,p)=>o`<li key=${p}><${Ue} card=${$} at=${`${s}/${p}`} mark=${a[`${s}/${p}`]} front=${l&&p===0&&$!==m} stop=${p===0} /></li>`)}
      </ul>
    </div>`}var rt=({cards:t=[],coins:e=0})=>o`
  <span class="goods">${j(t).map(([n,s])=>o`
    <span class=${`mini ${n===m?"back":""}`} title=${v(n)}>${n===m?"?":o`<${W} card=${n} />`}${s>1&&o`<b>${s}</b>`}<span class="visually-hidden">${v(n)}</span></span>`)}
    ${e>0&&o`<span class="mini"><${T} /><b>${e}</b></span>`}
    ${!t.length&&!e&&o`<span class="nothing">${i("table-nothing")}</span>`}</span>`,X=({k:t,name:e})=>t===null?o`<span class="who-mini">${i("table-anyone")}</span>`:o`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,ie=t=>t.map(e=>e.variety||m),Ke=t=>[...Object.entries(t.want||{}).flatMap(([e,n])=>Array(n).fill(e)),...t.want_turned_up||[]];function ce({position:t,name:e,actions:n}){let{proposals:s=[],donations:a=[]}=t;return o`
    <ul class="offers" aria-label=${i("table-offers")}>
      ${s.map(l=>o`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${X} k=${l.seat} name=${e} /><${rt} cards=${ie(l.give)} coins=${l.give_coins} />
        <span class="swap" aria-label=${i("table-for")}>⇄</span>
        <${rt} cards=${Ke(l)} coins=${l.want_coins} /><${X} k=${l.with} name=${e} />${n?.(l.proposal)}</li>`)}
      ${a.map(l=>o`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${X} k=${l.seat} name=${e} /><${rt} cards=${ie(l.cards)} coins=${l.coins} />
        <span class="swap" aria-label=${i("table-gives-to")}>→</span><${X} k=${l.to} name=${e} />${n?.(l.proposal)}</li>`)}
    </ul>`}var Xe=d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part20)).Attack);function pe({position:t,name:e,marks:n,actions:s}){let{edition:a}=t,l=Object.entries(K(a,"table")).filter(([r])=>t[r]);return o`
    <div class="middle">
      <h3 class="visually-hidden">${i("table-middle")}</h3>
      <${ue} zone="draw_pile" title=${i("table-draw-pile")} pile=${k(t.draw_pile)} face=${m} mark=${n["/draw_pile"]}
        times=${t.exhaustions} note=${t.exhaustions>0?i("table-exhausted",{count:t.exhaustions}):""} />
      <${ue} zone="discard_pile" title=${i("table-discards")} pile=${k(t.discard_pile)} face=${k(t.discard_pile)[0]} mark=${n["/discard_pile"]||n["/discard_pile/0"]} />
      <${M} zone="turned_up" title=${i("table-turned-up")} cards=${k(t.turned_up)} at="/turned_up" marks=${n} />
      ${l.map(([r,c])=>o`<${M} key=${r} zone=${r} title=${c} cards=${k(t[r])} at=${`/${r}`} marks=${n} />`)}
      ${t.attack&&o`<${Xe} position=${t} name=${e} />`}
      <${ce} position=${t} name=${e} actions=${s} />
    </div>`}var ue=({zone:t,title:e,pile:n,face:s,mark:a,note:l="",times:r=0})=>o`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${n.length}</b></h4>
    <button type="button" class=${`card ${n.length?O(s):"slot"} ${n.length>1?"edges-3":""} ${a?.look||""}`} data-place=${`/${t}`} data-card=${n.length?s:null}
      aria-label=${[`${e}: ${n.length}`,n.length>0&&s!==m&&v(s),l,a?.note].filter(Boolean).join(", ")} title=${a?.note||l||e}>
      ${n.length>0&&o`<${B} card=${s} />`}</button>
    ${r>0&&o`<p class="pile-note" aria-hidden="true">↻ ${r}</p>`}
  </div>`;var Ve=4,F=class extends q{render({field:e,i:n,at:s,pay:a,mark:l}){let r=e.at(-1)??m,c=j(e),u=e.length?`${H(e)}. ${a?Ye(a):""}`:i("table-field-empty");return o`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${l?.look||""} ${e.length?"":"slot"}`} data-place=${s} data-card=${e.length?r:null} tabindex=${n===0?0:-1}
            aria-disabled=${l?.look.includes("grey")?"true":null} aria-label=${`${i("table-field",{field:n+1})}: ${u}${l?.note?`, ${l.note}`:""}`} title=${l?.note||u}>
            ${e.length>0&&o`<span class=${`card edges-${Math.min(e.length-1,Ve)} ${O(r)}`}><${B} card=${r} /></span>`}</button>
          ${e.length>1&&o`<span class="many" aria-hidden="true">${c.length>1?c.map(([$,p])=>o`<i class=${O($)}>${p}</i>`):e.length}</span>`}
          ${a&&o`<span class=${`worth ${a.coins?"":"naught"}`} aria-hidden="true">${a.coins}</span>`}
          ${a?.doubled&&o`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${a&&o`<${Qe} pay=${a} />`}
      </div>`}};function Ye({coins:t,cards:e,next:n,meter:s}){let a=i("table-pays",{coins:t});return n?`${a}, ${i("table-pays-next",{coins:n.coins,cards:n.cards,more:n.cards-e})}`:a}function Qe({pay:t}){let{cards:e,steps:n}=t;if(!n?.length)return o`<p class="meter"></p>`;let s=n[n.length-1][0],a=100/s;return o`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,s)*a}`} />
      ${n.map(([l,r])=>o`<circle class=${l<=e?"paid":""} cx=${4+l*a-3} cy="7" r="6.500" /><text x=${4+l*a-3} y="10.500">${r}</text>`)}
    </svg>`}var Ze=[],V=class extends q{hold=U();render({seat:e,k:n,name:s,edition:a,pays:l,marks:r,active:c,eyes:u,you:$,held:p,won:S,aside:y}){let h=`/seats/${n}`,N=k(e.hand),Q=Object.entries(K(a,"seat")).filter(([g])=>e[g]!==null&&e[g]!==void 0),Z=y?{}:{"data-seat":n};return o`
      <section ref=${this.hold} role="group" class=${`seat seat-${n%7} ${c?"active":""} ${$?"you":""}`} ...${Z} aria-label=${i("table-seat",{seat:n+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${n+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${tn} coins=${e.coins} at=${h} mark=${r[`${h}/coins`]} />${p&&o`<${en} held=${p} />`}</span>
          <span class="tags">
            ${c&&o`<span class="tag turn">${i("table-active")}</span>`}
            ${$?o`<span class="tag">${i("table-you")}</span>`:u&&o`<span class="tag">${i("table-eyes")}</span>`}
            ${S&&o`<span class="tag won">${i("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${h}/fields`}>
          ${e.fields.map((g,x)=>o`<${F} key=${x} ...${{field:g,i:x,at:`${h}/fields/${x}`,pay:l?.[x]??null,mark:Je(r,`${h}/fields/${x}`)}} />`)}
          ${r[`${h}/fields/${e.fields.length}`]&&o`<${F} key="next" ...${{field:Ze,i:e.fields.length,at:`${h}/fields/${e.fields.length}`,pay:null,mark:r[`${h}/fields/${e.fields.length}`]}} />`}
        </div>
        <${M} zone="aside" title=${i("table-set-aside")} cards=${k(e.set_aside)} at=${`${h}/set_aside`} marks=${r} quiet />
        ${Q.map(([g,x])=>o`<${M} key=${g} zone=${g} title=${x} cards=${k(e[g])} at=${`${h}/${g}`} marks=${r} />`)}
        <${M} zone="hand" title=${i("table-hand")} cards=${N} at=${`${h}/hand`} marks=${r} front />
      </section>`}};function Je(t,e){if(t[e])return t[e];let n=Object.keys(t).find(s=>s.startsWith(`${e}/`));return n?t[n]:null}var tn=({coins:t,at:e,mark:n})=>o`
  <button type="button" class=${`coins ${n?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${i("table-coins",{count:_(t)})} title=${Array.isArray(t)&&t.length?H(t):i("table-coins",{count:_(t)})}>
    <${T} /><b>${_(t)}</b></button>`,en=({held:{count:t,points:e}})=>o`<span class="holding" title=${i("table-holding",{count:t,points:e})}><${b} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${i("table-holding",{count:t,points:e})}</span></span>`;var nn=d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part21)).Board),$e={};function sn(t,e){let n=Object.entries(t).filter(([s])=>s.startsWith(`/seats/${e}/`));return n.length?Object.fromEntries(n):$e}function de({film:t,name:e,eyes:n=null,you:s=null,marks:a=$e,press:l=null,aside:r=!1,actions:c=null}){let{table:u,pays:$,lands:p}=t,{seats:S,turn:y,edition:h,board:N}=u,Q=u.ended||!he(y)?null:y.seat,Z=r?{"data-compared":""}:{"data-table":"","data-n":t.n},g=J=>{let f=J.target.closest("[data-place]");l&&f&&l(f.dataset.place||"",f)},x=!!N?.cells?.length;return o`
    <div class=${`table of-${S.length} ${x?"war":""}`} ...${Z} onClick=${g} onKeyDown=${an}>
      <${pe} ...${{position:u,name:e,marks:a,actions:c}} />
      ${x&&o`<${nn} ...${{position:u,lands:p,name:e,marks:a}} />`}
      <div class="seats">
        ${S.map((J,f)=>o`<${V} key=${f} ...${{seat:J,k:f,edition:h,aside:r}} name=${e(f)} pays=${$?.[f]} marks=${sn(a,f)}
          active=${f===Q} eyes=${f===n} you=${f===s} held=${p?.seats[f]??null} won=${!!u.winners?.includes(f)} />`)}
      </div>
    </div>`}var he=t=>t.number>0||!["","seating"].includes(t.phase??"");function Y(t,e){let{turn:n,edition:s,ended:a,winners:l}=t;if(a)return l?.length?i("table-won",{names:l.map(e).join(", ")}):i("table-over");if(!he(n))return i("table-seating");let r=n.phase?re(s,n.phase):"";return n.number?i("table-turn",{turn:n.number,name:e(n.seat),phase:r}):`${e(n.seat)}: ${r}`}function an(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,n=t.target,s=e&&n.closest("[data-zone]");if(!s)return;let a=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],l=a[a.indexOf(n)+e];l&&(t.preventDefault(),l.focus())}function me(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,n,s]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(s&&Number(s)<_(t.seats[Number(n)]?.hand))return e;let a=e.slice(1).split("/").reduce((l,r)=>l?.[r],t);return Array.isArray(a)?a.length?`${e}/${a.length-1}`:null:typeof a=="string"?e:null}var fe=t=>t.replace(/\/[0-9]+$/,(e,n)=>/\/fields$/.test(t.slice(0,n))?e:"");function be({moves:t=[]},e){let n={},s=e?"came wrong":"came",a=e?"left wrong":"left";for(let{from:l,to:r}of t)l&&(n[fe(l)]??={look:a}),r&&(n[r]={look:s},/\/(coins|fields|discard_pile)\b/.test(r)&&(n[fe(r)]={look:s}));return n}function ve(t,e){let n={...t};for(let[s,{look:a,note:l,bean:r}]of Object.entries(e)){let c=n[s];n[s]=c?{look:`${c.look} ${a}`,note:l||c.note,bean:r||c.bean}:{look:a,note:l,bean:r}}return n}function ye({game:t,player:e=null,aside:n=!1,more:s={}}){let a=e?.preview?.value??t.shown.value,l=t.isInStep.value;if(!a)return o`<div class="felt waiting" aria-busy="true"></div>`;let r=[t.backs.marks(a.n),s,e?.marks.value??{}].reduce(ve,be(a,t.isWrong(a.n))),c=(u,$)=>{let p=!e?.press(u,$)&&me(a.table,u);p&&(t.pressed.value={place:p,n:a.n,element:$})};return o`
    <div class=${`felt ${l?"":"stale"}`} aria-busy=${String(!l)}>
      <h2 class="visually-hidden">${Y(a.table,t.name)}</h2>
      <${it} game=${t} film=${a}>
        <${de} film=${a} name=${t.name} eyes=${t.eyes.value} you=${t.you.value} marks=${r} aside=${n} press=${n?null:c} actions=${e&&e.answers()} />
      <//>
      ${!l&&o`<p class="lagging" role="status">${i("replay-lagging",{shown:String(a.n),n:String(t.n.value)})} <b>${t.late.value}</b></p>`}
    </div>`}var it=class extends A{table=null;fit=U();hold=e=>{this.table=e,this.fit(e)};flights=null;componentDidMount(){this.stop=w(()=>{let e=this.props.game.shown.value;this.flights=this.table&&e&&ne(this.table,this.props.film,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.flights&&se(this.table,this.flights),this.flights=null}render({children:e}){return o`<div class="moving" ref=${this.hold}>${e}</div>`}};var on=d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part11)).Banner),ln=d(async()=>(await import("./viewer-later-VDSU63B5.js").then(t=>t.part19)).SheetLink);function ge({game:t}){let e=t.n.value,n=t.shown.value,s=t.verdicts.of(e),a=Nt(s),l=t.held.value;return o`
    ${t.verdicts.faults.value.length>0&&o`<${on} game=${t} />`}
    <div class=${`telling ${a?"wrong":""} ${n&&!n.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${n&&Y(n.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||l?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${a?"✗":s&&s.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${l?"held":""}>${t.sentences[e-1]}</span>
          ${dt(t,e).map(r=>o`<span class="moment-note" key=${r}><${R} kind="lead" />${r}</span>`)}
          ${a&&o` <strong class="verdict-word">${i(`replay-${s?.verdict}`)}</strong>`}</span>
        ${a&&o`<span class="why">${s?.says}</span>`}
      </p>
      <div class="tools">
        ${s?.clause&&o`<${Lt} game=${t} verdict=${s} at="telling" />`}
        <${Pt} game=${t} />
        ${a&&o`<${ln} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function we(t){if(!(t!=="light"&&t!=="dark")){for(let e of document.styleSheets)for(let n of e.cssRules){let s=n instanceof CSSMediaRule&&/prefers-color-scheme: (light|dark)/.exec(n.conditionText);s&&(n.media.mediaText=s[1]===t?"all":"not all")}document.documentElement.style.colorScheme=t}}function xe(t,e=[]){we(new URLSearchParams(location.search).get("theme")),w(()=>{t.dialog.value&&!e.includes(t.dialog.value)&&(t.dialog.value=null)})}function ke(t){if(parent===window)return;let e=!1;w(()=>{let n=t.n.value;if(!n)return;let s={haricot:e?"moved":"ready",game:t.id,n,last:t.limit.value};e=!0,parent.postMessage(s,"*")}),addEventListener("message",({source:n,data:s})=>{n!==parent||s?.haricot!=="goTo"||!Number.isSafeInteger(s.n)||(t.playing.value=!1,t.goTo(s.n))})}var rn=({game:t})=>o`
  <header class="game-top">
    <${Ft} game=${t} />
    <${qt} game=${t} />
    ${t.head.value.may.views.length>1&&o`<${zt} game=${t} />`}
    ${!P&&o`<a class="button quiet" href=${`/games/${encodeURIComponent(t.id)}${location.search}`} target="_blank" rel="noopener">${i("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${ge} game=${t} />
      <div class="stage"><${ye} game=${t} /><${Vt} game=${t} /></div>
    </div>
    <${Jt} game=${t} />
  </main>
  <${Ut} game=${t} />
  <${Qt} game=${t} />
  ${!P&&o`<${G} game=${t} />`}`,Se=Yt(rn);xe(Se,["keys","values"]);P||ke(Se);
//# sourceMappingURL=viewer-N5SUCFL7.js.map
