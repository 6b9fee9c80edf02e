/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{$ as kt,A as $t,B as dt,Ba as Bt,C as ht,Ca as Nt,D as mt,E as ft,H as bt,I as vt,J as yt,K as gt,L as m,M as k,N as E,O as g,P as M,Q as wt,R as q,S as R,T as W,U as P,_ as xt,b as A,c as it,d as l,e as N,f as d,g as D,h as x,ia as St,j as i,ja as et,la as Ot,m as Q,ma as Mt,n as L,na as Ct,o as z,oa as At,p as ct,q as ut,qa as Et,sa as Rt,ta as _t,u as F,ua as Tt,v as pt,wa as O,x as Z,y as tt,z as y}from"./viewer-chunk-DHAHJAPN.js";var st=["fault","end","fork","note","attack","shuffle","third_field","donation","trade","harvest"],nt=13,Dt=9,Lt=({kind:t})=>st.includes(t)?st.indexOf(t):st.length;function zt(t){let e=t.limit.value;return[...t.timeline.markers.filter(({kind:n})=>n!=="turn"),...t.verdicts.faults.value.map(n=>({n,kind:"fault"})),...[...new Set(t.notes.value.map(({n})=>n))].map(n=>({n,kind:"note"})),...t.forks.value.map(({at:n})=>({n,kind:"fork"}))].filter(n=>n.n<=e&&kt(t,n)).sort((n,a)=>n.n-a.n)}function Ft(t,e){let s=new Map,n=a=>[-1,0,1].some(o=>s.get(Math.floor(a/nt)+o)?.some(r=>Math.abs(r-a)<nt));return t.map(a=>({...a,x:e(a.n),isSmall:!1})).sort((a,o)=>Lt(a)-Lt(o)).map(a=>{if(n(a.x))return{...a,isSmall:!0};let o=Math.floor(a.x/nt);return s.set(o,[...s.get(o)??[],a.x]),a})}function qt(t,e){let s=o=>Math.abs(o.x-e)+(o.isSmall?Dt-2:0),[n,a]=[Dt,void 0];for(let o of t){let r=s(o);r<n&&([n,a]=[r,o])}return a}var It=matchMedia("(max-width: 52rem), (max-height: 30rem)"),ge=matchMedia("(max-height: 50rem)"),Wt=11;function Pt(t){return It.matches?t.seats.value.map((e,s)=>String(s+1)):t.seats.value.map((e,s)=>t.name(s)).map(e=>e.length>Wt?`${e.slice(0,Wt-1)}…`:e)}var I=class extends A{element=null;chart=null;width=Z(0);height=0;pointed=Z(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.seen=new ResizeObserver(([{contentRect:{width:s,height:n}}])=>{(s!==this.width.value||n!==this.height)&&this.#t(),this.height=n,this.width.value=0,this.width.value=s}),this.seen.observe(e),this.stop=y(()=>this.#a())}componentWillUnmount(){this.seen?.disconnect(),this.stop?.(),this.#t()}#t(){this.chart?.destroy(),this.chart=null}get sizes(){return It.matches?ht:ge.matches?dt:$t}get scale(){let{game:e}=this.props,s=7+bt(e.seats.value.length,this.sizes)*(this.#e+3);return new gt(this.width.value,mt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:s})}get#e(){return Math.max(...Pt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=tt(()=>{let{game:e}=this.props;e.timeline.grown.value;let s=e.limit.value,{series:n,markers:a}=e.timeline;if(!this.width.value||!s||!n.length)return null;let{scale:o}=this,r=Ft(zt(e),p=>o.x(p)),c=a.filter(({kind:p,n:$})=>p==="turn"&&$<=s);return{columns:ft(n,s,o.last),scale:o,marks:r,turns:c}});#s=0;#n=tt(()=>!!this.props.game.shown.value);#a(){let e=this.shown.value;!e||!this.#n.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#o(e)))}async#o(e){if(this.chart){this.chart.show(e);return}let{Chart:s}=await import("./viewer-later-VHLIMN2J.js").then(a=>a.part13).catch(()=>({Chart:null}));if(!s||!this.element?.isConnected||this.chart)return;let n=this.shown.value;n&&(this.chart=new s(this.element.querySelector(".chart"),this.sizes,n))}at=e=>{let{game:s}=this.props,n=this.element.getBoundingClientRect(),[a,o]=[e.clientX-n.left,e.clientY-n.top],{height:r,turns:c,lane:p}=this.sizes,$=o>=r-c-p&&o<r-c?qt(this.shown.value?.marks??[],a):void 0,u=Math.min(this.scale.n(a),s.limit.value);if($)return{n:$.n,x:$.x,mark:$};if(o<r-c)return{n:u,x:a};let S=s.timeline.turns.filter(h=>h<=s.limit.value).toSorted((h,_)=>Math.abs(h-u)-Math.abs(_-u))[0]??u;return{n:S,x:this.scale.x(S)}};down=e=>{if(e.button)return;let{game:s}=this.props;s.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),s.goTo(this.pointed.value.n,{push:!0})};move=e=>{let{game:s}=this.props,n=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!n)return;let a=n?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),s.limit.value),x:0}:this.at(e);n&&(a.x=this.scale.x(a.n)),this.pointed.value=a,n&&a.n!==s.n.value&&s.goTo(a.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n:s}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:s.value,x:this.scale.x(s.value),isFocus:!0})};render({game:e}){let s=e.n.value,n=e.limit.value,{scale:a,sizes:o}=this,r=a.x(n),c=Pt(e),p=this.shown.value?vt(this.shown.value.columns,o):[];return l`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:yt(r,o)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${r+5}px)`}}>
          ${p.map(({column:$,y:u},b)=>l`<b key=${b} style=${{color:`var(--line-${b%7})`,transform:`translate(${$*(this.#e+3)}px, ${u}px)`}}>${c[b]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${a.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(n,2)} step="1" value=${s} aria-label=${i("replay-event")} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${$=>{e.playing.value=!1,e.goTo(Number($.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${xt} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var jt=t=>t.n.value<t.version.value,at=t=>t.n.value>1,we=[["first","replay-first",t=>t.goTo(1),at],["turnBack","replay-turn-back",t=>Q(t,-1),at],["back","replay-back",t=>t.step(-1),at],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),jt],["turnNext","replay-turn-next",t=>Q(t,1),jt],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function Ht({game:t}){let e=t.playing.value;return l`
    <footer class="bar" data-bar>
      <${I} game=${t} />
      <div class="moves" role="group" aria-label=${i("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${i("replay-events")} title=${i("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${x} name="list" /></button>
        ${we.map(([s,n,a,o])=>{let r=s==="play",c=r&&e?i("replay-pause"):i(n);return l`<button type="button" key=${s} class=${r?"main":`quiet ${s}`} aria-label=${c} title=${c} aria-disabled=${String(!o(t))}
            onClick=${()=>{r||(t.playing.value=!1),a(t)}}><${x} name=${r&&e?"pause":s} /></button>`})}
        <label class="speed"><span class="visually-hidden">${i("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${s=>{t.speed.value=Number(s.target.value)}}>
            ${ct.map(s=>l`<option value=${s}>${s}×</option>`)}</select></label>
        <${xe} game=${t} />
        ${!z&&l`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${i("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${x} name="fork" /><span>${i("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&l`<button type="button" class="quiet reveal" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([s,n])=>l`<button type="button" key=${s} class="quiet" aria-label=${i(`replay-${s}`)} title=${i(`replay-${s}`)}
          onClick=${()=>{t.dialog.value=s}}><${x} name=${n} /></button>`)}</span>
      </div>
    </footer>`}function xe({game:t}){let e=l`<b>${t.n.value}</b>`;return l`<span class="where">${t.typed.value?l`→ <b>${t.typed.value}</b>`:t.isStory.value?e:l`${e} / ${t.version.value}`}</span>`}function Gt(t,e=()=>{}){let s=new At(D().game,et(location.search),document.documentElement.lang||"en"),n=new Mt(s),a=document.getElementById("app"),o=()=>s.version.value?l`<${t} game=${s} />`:l`<p class=${s.problem.value?"error":"loading"} role="status">${s.problem.value||i("replay-loading")}</p>`;return z&&(s.write=r=>Ot(r)),s.onLeft=()=>n.stop(),s.onLoaded=()=>{s.isLive.value?n.start():n.stop(),e()},addEventListener("popstate",()=>s.returned(et(location.search))),y(()=>ut(s)),y(()=>{s.head.value&&(document.title=`${s.seats.value.map((r,c)=>s.name(c)).join(", ")} · Haricot`)}),Bt(s),a.replaceChildren(),it(l`<${o} />`,a),s.open(),s}var ke={call:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part6)).CallDialog),dispute:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part7)).DisputeDialog),deal:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part0)).DealDialog),fork:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part5)).WhatIf),hints:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part9)).Hints),keys:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part16)).KeySheet),menu:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part18)).Menu),seats:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part10)).SeatsDialog),same_deal:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part3)).SameDeal),share:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part1)).Share),values:d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part14)).Values)};function Ut({game:t}){let e=t.dialog.value&&ke[t.dialog.value],s=pt(null),n=!!e;return n&&!s.current&&(s.current=document.activeElement),F(()=>{n||(document.activeElement===document.body&&s.current?.focus(),s.current=null)},[n]),e?l`<${e} game=${t} />`:null}var Se=/^\/seats\/\d+\/hand\/(\d+)$/,j=class extends A{state={life:null,problem:""};asked=null;box=null;hold=e=>{this.box=e,e&&!e.matches(":popover-open")&&e.showPopover()};componentDidUpdate(){this.ask()}componentDidMount(){this.ask()}async ask(){let{game:e}=this.props,s=e.pressed.value;if(s!==this.asked&&(this.asked=s,this.setState({life:null,problem:""}),!!s))try{let n=await e.ask("/card",{at:s.n,card:s.place,as:e.view.value,lang:e.lang});this.asked===s&&this.setState({life:n})}catch(n){this.asked===s&&this.setState({problem:St(n)})}}render({game:e},{life:s,problem:n}){let a=e.pressed.value;if(!a)return null;let o=()=>{e.pressed.value===a&&(e.pressed.value=null)},r=a.element.dataset.card||m,[,c]=r===m&&Se.exec(a.place)||[],p=r!==m?g(r):s||a.element.dataset.card?g(s?.variety??m):"…",$=s?.life.filter(({n:u})=>u<=e.limit.value)||[];return l`
      <div class="life" popover tabindex="-1" autofocus aria-label=${p} role="dialog" ref=${this.hold} key=${a.place} style=${Oe(a.element)} onToggle=${u=>u.newState==="closed"&&o()}>
        <h2>${p}</h2>
        ${c&&l`<p class="small">${i("replay-back-place",{place:Number(c)+1})}</p>`}
        ${$.some(({sure:u})=>!u)&&l`<p class="small">${i("replay-back-came")}</p>`}
        ${n&&l`<p class="error">${n}</p>`}
        <ol>${$.map(({n:u,says:b,did:S})=>l`<li key=${u} class=${u===a.n?"here":""}><button type="button" class="link" onClick=${()=>{this.box?.hidePopover(),e.goTo(u,{push:!0})}}>
          <b>${u}</b> ${S==="lost"?i("replay-lost-sight"):b}</button></li>`)}</ol>
        ${!s&&!n&&l`<p class="small">…</p>`}
      </div>`}};function Oe(t){let{left:e,right:s,top:n}=t.getBoundingClientRect(),{clientWidth:a}=document.documentElement,o=Math.min(320,a-16);return{left:`${s+8+o<a?s+8:Math.max(8,e-o-8)}px`,top:`${Math.max(8,Math.min(n,innerHeight-300))}px`,width:`${o}px`}}var ot=matchMedia("(max-width: 52rem), (max-height: 30rem)");function Kt(t){let e=t.sheet.value;F(()=>{if(!e||!ot.matches)return;let s=document.activeElement,n=[...document.querySelectorAll(".skip, .game-top, .scene, .bar")],a=()=>{t.sheet.value=!1};for(let o of n)o.inert=!0;return document.querySelector(".rail [aria-selected=true]")?.focus({preventScroll:!0}),ot.addEventListener("change",a),()=>{ot.removeEventListener("change",a);for(let o of n)o.inert=!1;s?.focus({preventScroll:!0})}},[e])}var Me={ArrowRight:1,ArrowLeft:-1};function Ce(t,e){let s=Me[t.key];if(!s||t.ctrlKey||t.altKey||t.metaKey)return;t.preventDefault(),t.stopPropagation();let n=O.findIndex(({name:a})=>a===e.tab.value);e.tab.value=O[(n+s+O.length)%O.length].name,requestAnimationFrame(()=>document.querySelector(".rail [role=tab][aria-selected=true]")?.focus())}function Xt({game:t}){Kt(t);let{Panel:e,words:s}=O.find(({name:a})=>a===t.tab.value)??O[0],n=()=>{t.sheet.value=!1};return l`
    ${t.sheet.value&&l`<div class="behind-sheet" onClick=${n}></div>`}
    <aside class=${`rail ${t.sheet.value?"open":""}`} aria-label=${i("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${i("replay-rail")} onKeyDown=${a=>Ce(a,t)}>
          ${O.map(({name:a,words:o,count:r})=>l`<button type="button" role="tab" key=${a} id=${`tab-${a}`} aria-controls="panel" aria-selected=${String(t.tab.value===a)}
            tabindex=${t.tab.value===a?0:-1} onClick=${()=>{t.tab.value=a}}>${i(o)}<${Ae} game=${t} count=${r} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!t.isLive.value&&l`<button type="button" class="quiet" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${i("replay-values")} title=${i("replay-values")} onClick=${()=>{t.dialog.value="values"}}><${x} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${i("replay-close")} onClick=${n}><${x} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${i(s)}><${e} game=${t} /></div>
    </aside>`}var Ae=({game:t,count:e})=>{let s=e?.(t);return s?l` <span class="count">${s}</span>`:null};var Ee={table:(t,e)=>{let s=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||s?"narrow":"",s?"flat":t<=480?"phone":""]]},seat:(t,e)=>[{"--sw":t,"--sh":e},[e<=89.6?"low":"",e>=118.4&&t<=608?"tall":""]]},Vt=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:s}of t){let n=e,[a,o]=Ee[n.matches(".seat")?"seat":"table"](s.width,s.height);for(let[r,c]of Object.entries(a))n.style.setProperty(r,`${c}px`);n.dataset.shape=o.filter(Boolean).join(" ")}});function H(){let t=null;return e=>{t&&Vt.unobserve(t),t=e,t&&Vt.observe(t)}}var Re=matchMedia("(prefers-reduced-motion: reduce)");function Yt(t,e){for(let s=e;s;s=s.slice(0,s.lastIndexOf("/"))){let n=t.querySelector(`[data-place="${s}"]`);if(n)return n.matches(".zone, .fields")?n.querySelector(".card, .fan, .slot")??n:n}return null}function _e(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:s,to:n,...a})=>({...a,from:n,to:s})):[]}function Jt(t,e,s){if(Re.matches||e===s||document.hidden)return null;let n=t.getBoundingClientRect();return _e(e,s).slice(0,24).map(({from:o,to:r})=>{let c=Yt(t,o),p=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let $=c.getBoundingClientRect();return{from:$,to:r,ghost:p?Te(p,$,n):null}}).filter(Boolean)}function Te(t,e,s){let n=t.cloneNode(!0);n.className=`${n.className} ghost`;for(let a of["data-place","data-card","aria-label","title"])n.removeAttribute(a);return n.setAttribute("aria-hidden","true"),Object.assign(n.style,{left:`${e.left-s.left}px`,top:`${e.top-s.top}px`,width:`${e.width}px`,height:`${e.height}px`}),n}function Qt(t,e){let s=e.flatMap(({from:n,to:a,ghost:o})=>{let r=Yt(t,a);if(!r)return[];let c=r.matches("button.card");if(c)r.classList.add("flying");else if(o)t.append(o);else return[];return[{from:n,target:r,glides:c,ghost:o}]});s.length&&requestAnimationFrame(()=>{let n=s.map(a=>({...a,to:a.target.getBoundingClientRect()}));for(let{from:a,to:o,target:r,glides:c,ghost:p}of n)r.isConnected?c?Be(r,a,o):p&&Ne(p,a,o):p?.remove()})}async function Zt(t,e,s){let n=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...s,offset:.5},s],440);await new Promise(a=>setTimeout(a,220)),n.cancel()}var te=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,T=new WeakMap;async function Be(t,e,s){let n=s.height?Math.max(e.height/s.height,.4):1;T.set(t,(T.get(t)??0)+1),await Zt(t,{transform:`${te(s,e)} scale(${n})`},{transform:"none"}),T.set(t,(T.get(t)??0)-1),t.classList.toggle("flying",!!T.get(t))}async function Ne(t,e,s){await Zt(t,{transform:"none",opacity:1},{transform:`${te(e,s)} scale(.7)`,opacity:.55}),t.remove()}var{editions:ee={},phases:De={}}=D(),G=(t,e)=>ee[t]?.areas[e]||{},se=(t,e)=>ee[t]?.phases[e]||De[e]||e;var Le=({card:t,at:e,mark:s=null,front:n=!1,stop:a=!1})=>l`
  <button type="button" class=${`card ${M(t)} ${n?"front":""} ${s?.look||""}`} data-place=${e} data-card=${t} tabindex=${a?0:-1}
    aria-disabled=${s?.look.includes("grey")?"true":null} aria-pressed=${s?.look.includes("picked")?"true":null}
    aria-label=${[g(t),n&&i("table-front"),s?.note].filter(Boolean).join(", ")} title=${s?.note||g(t)}>
    <${R} card=${t} known=${s?.bean} /></button>`;function C({zone:t,title:e,cards:s,at:n,marks:a={},front:o=!1,quiet:r=!1}){let c=a[n],p=s.length>0&&s.every($=>$===m);return l`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${s.length?"":"bare"}`} data-zone=${t} data-place=${n}>
      ${(s.length>0||!r)&&l`<h4><span>${e}</span> <b>${s.length}</b></h4>`}
      <ul class=${`fan ${p?"hidden":""}`} aria-label=${e}>
        ${s.map(($,u)=>l`<li key=${u}><${Le} card=${$} at=${`${n}/${u}`} mark=${a[`${n}/${u}`]} front=${o&&u===0&&$!==m} stop=${u===0} /></li>`)}
      </ul>
    </div>`}var lt=({cards:t=[],coins:e=0})=>l`
  <span class="goods">${W(t).map(([s,n])=>l`
    <span class=${`mini ${s===m?"back":""}`} title=${g(s)}>${s===m?"?":l`<${wt} card=${s} />`}${n>1&&l`<b>${n}</b>`}<span class="visually-hidden">${g(s)}</span></span>`)}
    ${e>0&&l`<span class="mini"><${q} /><b>${e}</b></span>`}
    ${!t.length&&!e&&l`<span class="nothing">${i("table-nothing")}</span>`}</span>`,U=({k:t,name:e})=>t===null?l`<span class="who-mini">${i("table-anyone")}</span>`:l`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,ne=t=>t.map(e=>e.variety||m),ze=t=>[...Object.entries(t.want||{}).flatMap(([e,s])=>Array(s).fill(e)),...t.want_turned_up||[]];function ae({position:t,name:e,actions:s}){let{proposals:n=[],donations:a=[]}=t;return l`
    <ul class="offers" aria-label=${i("table-offers")}>
      ${n.map(o=>l`<li key=${o.proposal} class="offer" data-proposal=${o.proposal}>
        <${U} k=${o.seat} name=${e} /><${lt} cards=${ne(o.give)} coins=${o.give_coins} />
        <span class="swap" aria-label=${i("table-for")}>⇄</span>
        <${lt} cards=${ze(o)} coins=${o.want_coins} /><${U} k=${o.with} name=${e} />${s?.(o.proposal)}</li>`)}
      ${a.map(o=>l`<li key=${o.proposal} class="offer" data-proposal=${o.proposal}>
        <${U} k=${o.seat} name=${e} /><${lt} cards=${ne(o.cards)} coins=${o.coins} />
        <span class="swap" aria-label=${i("table-gives-to")}>→</span><${U} k=${o.to} name=${e} />${s?.(o.proposal)}</li>`)}
    </ul>`}var Fe=d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part20)).Attack);function le({position:t,name:e,marks:s,actions:n}){let{edition:a}=t,o=Object.entries(G(a,"table")).filter(([r])=>t[r]);return l`
    <div class="middle">
      <h3 class="visually-hidden">${i("table-middle")}</h3>
      <${oe} zone="draw_pile" title=${i("table-draw-pile")} pile=${k(t.draw_pile)} face=${m} mark=${s["/draw_pile"]}
        times=${t.exhaustions} note=${t.exhaustions>0?i("table-exhausted",{count:t.exhaustions}):""} />
      <${oe} zone="discard_pile" title=${i("table-discards")} pile=${k(t.discard_pile)} face=${k(t.discard_pile)[0]} mark=${s["/discard_pile"]||s["/discard_pile/0"]} />
      <${C} zone="turned_up" title=${i("table-turned-up")} cards=${k(t.turned_up)} at="/turned_up" marks=${s} />
      ${o.map(([r,c])=>l`<${C} key=${r} zone=${r} title=${c} cards=${k(t[r])} at=${`/${r}`} marks=${s} />`)}
      ${t.attack&&l`<${Fe} position=${t} name=${e} />`}
      <${ae} position=${t} name=${e} actions=${n} />
    </div>`}var oe=({zone:t,title:e,pile:s,face:n,mark:a,note:o="",times:r=0})=>l`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${s.length}</b></h4>
    <button type="button" class=${`card ${s.length?M(n):"slot"} ${s.length>1?"edges-3":""} ${a?.look||""}`} data-place=${`/${t}`} data-card=${s.length?n:null}
      aria-label=${[`${e}: ${s.length}`,s.length>0&&n!==m&&g(n),o,a?.note].filter(Boolean).join(", ")} title=${a?.note||o||e}>
      ${s.length>0&&l`<${R} card=${n} />`}</button>
    ${r>0&&l`<p class="pile-note" aria-hidden="true">↻ ${r}</p>`}
  </div>`;var qe=4,B=class extends N{render({field:e,i:s,at:n,pay:a,mark:o}){let r=e.at(-1)??m,c=W(e),p=e.length?`${P(e)}. ${a?We(a):""}`:i("table-field-empty");return l`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${o?.look||""} ${e.length?"":"slot"}`} data-place=${n} data-card=${e.length?r:null} tabindex=${s===0?0:-1}
            aria-disabled=${o?.look.includes("grey")?"true":null} aria-label=${`${i("table-field",{field:s+1})}: ${p}${o?.note?`, ${o.note}`:""}`} title=${o?.note||p}>
            ${e.length>0&&l`<span class=${`card edges-${Math.min(e.length-1,qe)} ${M(r)}`}><${R} card=${r} /></span>`}</button>
          ${e.length>1&&l`<span class="many" aria-hidden="true">${c.length>1?c.map(([$,u])=>l`<i class=${M($)}>${u}</i>`):e.length}</span>`}
          ${a&&l`<span class=${`worth ${a.coins?"":"naught"}`} aria-hidden="true">${a.coins}</span>`}
          ${a?.doubled&&l`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${a&&l`<${Pe} pay=${a} />`}
      </div>`}};function We({coins:t,cards:e,next:s,meter:n}){let a=i("table-pays",{coins:t});return s?`${a}, ${i("table-pays-next",{coins:s.coins,cards:s.cards,more:s.cards-e})}`:a}function Pe({pay:t}){let{cards:e,steps:s}=t;if(!s?.length)return l`<p class="meter"></p>`;let n=s[s.length-1][0],a=100/n;return l`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,n)*a}`} />
      ${s.map(([o,r])=>l`<circle class=${o<=e?"paid":""} cx=${4+o*a-3} cy="7" r="6.500" /><text x=${4+o*a-3} y="10.500">${r}</text>`)}
    </svg>`}var Ie=[],K=class extends N{hold=H();render({seat:e,k:s,name:n,edition:a,pays:o,marks:r,active:c,eyes:p,you:$,held:u,won:b,aside:S}){let h=`/seats/${s}`,_=k(e.hand),V=Object.entries(G(a,"seat")).filter(([v])=>e[v]!==null&&e[v]!==void 0),Y=S?{}:{"data-seat":s};return l`
      <section ref=${this.hold} role="group" class=${`seat seat-${s%7} ${c?"active":""} ${$?"you":""}`} ...${Y} aria-label=${i("table-seat",{seat:s+1,name:n})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${s+1}</span>
          <h3 class="name" title=${n}>${n}</h3>
          <span class="purse"><${He} coins=${e.coins} at=${h} mark=${r[`${h}/coins`]} />${u&&l`<${Ge} held=${u} />`}</span>
          <span class="tags">
            ${c&&l`<span class="tag turn">${i("table-active")}</span>`}
            ${$?l`<span class="tag">${i("table-you")}</span>`:p&&l`<span class="tag">${i("table-eyes")}</span>`}
            ${b&&l`<span class="tag won">${i("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${h}/fields`}>
          ${e.fields.map((v,w)=>l`<${B} key=${w} ...${{field:v,i:w,at:`${h}/fields/${w}`,pay:o?.[w]??null,mark:je(r,`${h}/fields/${w}`)}} />`)}
          ${r[`${h}/fields/${e.fields.length}`]&&l`<${B} key="next" ...${{field:Ie,i:e.fields.length,at:`${h}/fields/${e.fields.length}`,pay:null,mark:r[`${h}/fields/${e.fields.length}`]}} />`}
        </div>
        <${C} zone="aside" title=${i("table-set-aside")} cards=${k(e.set_aside)} at=${`${h}/set_aside`} marks=${r} quiet />
        ${V.map(([v,w])=>l`<${C} key=${v} zone=${v} title=${w} cards=${k(e[v])} at=${`${h}/${v}`} marks=${r} />`)}
        <${C} zone="hand" title=${i("table-hand")} cards=${_} at=${`${h}/hand`} marks=${r} front />
      </section>`}};function je(t,e){if(t[e])return t[e];let s=Object.keys(t).find(n=>n.startsWith(`${e}/`));return s?t[s]:null}var He=({coins:t,at:e,mark:s})=>l`
  <button type="button" class=${`coins ${s?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${i("table-coins",{count:E(t)})} title=${Array.isArray(t)&&t.length?P(t):i("table-coins",{count:E(t)})}>
    <${q} /><b>${E(t)}</b></button>`,Ge=({held:{count:t,points:e}})=>l`<span class="holding" title=${i("table-holding",{count:t,points:e})}><${x} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${i("table-holding",{count:t,points:e})}</span></span>`;var Ue=d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part21)).Board),re={};function Ke(t,e){let s=Object.entries(t).filter(([n])=>n.startsWith(`/seats/${e}/`));return s.length?Object.fromEntries(s):re}function ie({film:t,name:e,eyes:s=null,you:n=null,marks:a=re,press:o=null,aside:r=!1,actions:c=null}){let{table:p,pays:$,lands:u}=t,{seats:b,turn:S,edition:h,board:_}=p,V=p.ended||!ce(S)?null:S.seat,Y=r?{"data-compared":""}:{"data-table":"","data-n":t.n},v=J=>{let f=J.target.closest("[data-place]");o&&f&&o(f.dataset.place||"",f)},w=!!_?.cells?.length;return l`
    <div class=${`table of-${b.length} ${w?"war":""}`} ...${Y} onClick=${v} onKeyDown=${Xe}>
      <${le} ...${{position:p,name:e,marks:a,actions:c}} />
      ${w&&l`<${Ue} ...${{position:p,lands:u,name:e,marks:a}} />`}
      <div class="seats">
        ${b.map((J,f)=>l`<${K} key=${f} ...${{seat:J,k:f,edition:h,aside:r}} name=${e(f)} pays=${$?.[f]} marks=${Ke(a,f)}
          active=${f===V} eyes=${f===s} you=${f===n} held=${u?.seats[f]??null} won=${!!p.winners?.includes(f)} />`)}
      </div>
    </div>`}var ce=t=>t.number>0||!["","seating"].includes(t.phase??"");function X(t,e){let{turn:s,edition:n,ended:a,winners:o}=t;if(a)return o?.length?i("table-won",{names:o.map(e).join(", ")}):i("table-over");if(!ce(s))return i("table-seating");let r=s.phase?se(n,s.phase):"";return s.number?i("table-turn",{turn:s.number,name:e(s.seat),phase:r}):`${e(s.seat)}: ${r}`}function Xe(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,s=t.target,n=e&&s.closest("[data-zone]");if(!n)return;let a=[...n.querySelectorAll("[data-place]:is(button, [role=button])")],o=a[a.indexOf(s)+e];o&&(t.preventDefault(),o.focus())}function ue(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,s,n]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(n&&Number(n)<E(t.seats[Number(s)]?.hand))return e;let a=e.slice(1).split("/").reduce((o,r)=>o?.[r],t);return Array.isArray(a)?a.length?`${e}/${a.length-1}`:null:typeof a=="string"?e:null}var pe=t=>t.replace(/\/[0-9]+$/,(e,s)=>/\/fields$/.test(t.slice(0,s))?e:"");function $e({moves:t=[]},e){let s={},n=e?"came wrong":"came",a=e?"left wrong":"left";for(let{from:o,to:r}of t)o&&(s[pe(o)]??={look:a}),r&&(s[r]={look:n},/\/(coins|fields|discard_pile)\b/.test(r)&&(s[pe(r)]={look:n}));return s}function de(t,e){let s={...t};for(let[n,{look:a,note:o,bean:r}]of Object.entries(e)){let c=s[n];s[n]=c?{look:`${c.look} ${a}`,note:o||c.note,bean:r||c.bean}:{look:a,note:o,bean:r}}return s}function he({game:t,player:e=null,aside:s=!1,more:n={}}){let a=e?.preview?.value??t.shown.value,o=t.isInStep.value;if(!a)return l`<div class="felt waiting" aria-busy="true"></div>`;let r=[t.backs.marks(a.n),n,e?.marks.value??{}].reduce(de,$e(a,t.isWrong(a.n))),c=(p,$)=>{let u=!e?.press(p,$)&&ue(a.table,p);u&&(t.pressed.value={place:u,n:a.n,element:$})};return l`
    <div class=${`felt ${o?"":"stale"}`} aria-busy=${String(!o)}>
      <h2 class="visually-hidden">${X(a.table,t.name)}</h2>
      <${rt} game=${t} film=${a}>
        <${ie} film=${a} name=${t.name} eyes=${t.eyes.value} you=${t.you.value} marks=${r} aside=${s} press=${s?null:c} actions=${e&&e.answers()} />
      <//>
      ${!o&&l`<p class="lagging" role="status">${i("replay-lagging",{shown:String(a.n),n:String(t.n.value)})} <b>${t.late.value}</b></p>`}
    </div>`}var rt=class extends A{table=null;fit=H();hold=e=>{this.table=e,this.fit(e)};flights=null;componentDidMount(){this.stop=y(()=>{let e=this.props.game.shown.value;this.flights=this.table&&e&&Jt(this.table,this.props.film,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.flights&&Qt(this.table,this.flights),this.flights=null}render({children:e}){return l`<div class="moving" ref=${this.hold}>${e}</div>`}};var Ve=d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part11)).Banner),Ye=d(async()=>(await import("./viewer-later-VHLIMN2J.js").then(t=>t.part19)).SheetLink);function me({game:t}){let e=t.n.value,s=t.shown.value,n=t.verdicts.of(e),a=Ct(n),o=t.held.value;return l`
    ${t.verdicts.faults.value.length>0&&l`<${Ve} game=${t} />`}
    <div class=${`telling ${a?"wrong":""} ${s&&!s.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${s&&X(s.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||o?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${a?"✗":n&&n.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${o?"held":""}>${t.sentences[e-1]}</span>
          ${a&&l` <strong class="verdict-word">${i(`replay-${n?.verdict}`)}</strong>`}</span>
        ${a&&l`<span class="why">${n?.says}</span>`}
      </p>
      <div class="tools">
        ${n?.clause&&l`<${Et} game=${t} verdict=${n} at="telling" />`}
        <${Nt} game=${t} />
        ${a&&l`<${Ye} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function fe(t){if(!(t!=="light"&&t!=="dark")){for(let e of document.styleSheets)for(let s of e.cssRules){let n=s instanceof CSSMediaRule&&/prefers-color-scheme: (light|dark)/.exec(s.conditionText);n&&(s.media.mediaText=n[1]===t?"all":"not all")}document.documentElement.style.colorScheme=t}}function be(t,e=[]){fe(new URLSearchParams(location.search).get("theme")),y(()=>{t.dialog.value&&!e.includes(t.dialog.value)&&(t.dialog.value=null)})}function ve(t){if(parent===window)return;let e=!1;y(()=>{let s=t.n.value;if(!s)return;let n={haricot:e?"moved":"ready",game:t.id,n:s,last:t.limit.value};e=!0,parent.postMessage(n,"*")}),addEventListener("message",({source:s,data:n})=>{s!==parent||n?.haricot!=="goTo"||!Number.isSafeInteger(n.n)||(t.playing.value=!1,t.goTo(n.n))})}var Je=({game:t})=>l`
  <header class="game-top">
    <${Rt} game=${t} />
    <${_t} game=${t} />
    ${t.head.value.may.views.length>1&&l`<${Tt} game=${t} />`}
    ${!L&&l`<a class="button quiet" href=${`/games/${encodeURIComponent(t.id)}${location.search}`} target="_blank" rel="noopener">${i("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${me} game=${t} />
      <${he} game=${t} />
    </div>
    <${Xt} game=${t} />
  </main>
  <${Ht} game=${t} />
  <${Ut} game=${t} />
  ${!L&&l`<${j} game=${t} />`}`,ye=Gt(Je);be(ye,["keys","values"]);L||ve(ye);
//# sourceMappingURL=viewer-X7OQIU6F.js.map
