/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{A as it,Aa as jt,B as yt,C as gt,Ca as Ut,D as wt,Da as Ht,Ea as Gt,F as xt,G as kt,Ga as T,H as Ct,I as St,J as Mt,La as Kt,Ma as Vt,N as _t,O as Ot,P as Et,Q as Tt,R as f,S as M,T as F,U as g,V as P,W as G,X as z,Y as q,Z as K,_ as V,b as R,ba as I,c as ft,d as o,e as j,ea as At,f as m,g as B,ga as Dt,h as y,ha as Pt,i as A,ia as Nt,j as l,ja as Rt,la as Bt,m as _,ma as Ft,n as D,o as U,oa as zt,p as bt,qa as qt,r as rt,s as lt,sa as Y,t as C,ta as ct,u as H,v as E,va as Lt,wa as It,xa as Xt,ya as Wt,z as vt}from"./viewer-chunk-AKYR2KXR.js";var Qt=matchMedia("(max-width: 52rem), (max-height: 30rem)"),qe=matchMedia("(max-height: 50rem)"),Yt=11;function Zt(t){return Qt.matches?t.seats.value.map((e,n)=>String(n+1)):t.seats.value.map((e,n)=>t.name(n)).map(e=>e.length>Yt?`${e.slice(0,Yt-1)}…`:e)}var L=class extends R{element=null;chart=null;width=rt(0);height=0;pointed=rt(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.observer=new ResizeObserver(([{contentRect:{width:n,height:s}}])=>{(n!==this.width.value||s!==this.height)&&this.#e(),this.height=s,this.width.value=0,this.width.value=n}),this.observer.observe(e),this.stop=C(()=>this.#o())}componentWillUnmount(){this.observer?.disconnect(),this.stop?.(),this.#e()}#e(){this.chart?.destroy(),this.chart=null}get sizes(){return Qt.matches?Ct:qe.matches?kt:xt}get scale(){let{game:e}=this.props,n=7+_t(e.seats.value.length,this.sizes)*(this.#n+3);return new Tt(this.width.value,St(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:n})}get#n(){return Math.max(...Zt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=lt(()=>{let{game:e}=this.props;e.timeline.changes.value;let n=e.limit.value,{series:s,markers:a}=e.timeline;if(!this.width.value||!n||!s.length)return null;let{scale:r}=this,i=Pt(Dt(e),u=>r.x(u)),c=a.filter(({kind:u,n:$})=>u==="turn"&&$<=n);return{columns:Mt(s,n,r.last),scale:r,marks:i,turns:c}});#s=0;#a=lt(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#a.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#r(e)))}async#r(e){if(this.chart){this.chart.show(e);return}let{Chart:n}=await import("./viewer-later-JED3DKD2.js").then(a=>a.part13).catch(()=>({Chart:null}));if(!n||!this.element?.isConnected||this.chart)return;let s=this.shown.value;s&&(this.chart=new n(this.element.querySelector(".chart"),this.sizes,s))}at=e=>{let{game:n}=this.props,s=this.element.getBoundingClientRect(),[a,r]=[e.clientX-s.left,e.clientY-s.top],{height:i,turns:c,lane:u}=this.sizes,$=r>=i-c-u&&r<i-c?Nt(this.shown.value?.marks??[],a):void 0,p=Math.min(this.scale.n(a),n.limit.value);if($)return{n:$.n,x:$.x,mark:$};if(r<i-c)return{n:p,x:a};let h=n.timeline.turns.filter(d=>d<=n.limit.value).toSorted((d,O)=>Math.abs(d-p)-Math.abs(O-p))[0]??p;return{n:h,x:this.scale.x(h)}};down=e=>{if(e.button)return;let{game:n}=this.props;n.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#t(this.pointed.value.n,!0)};move=e=>{let{game:n}=this.props,s=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!s)return;let a=s?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),n.limit.value),x:0}:this.at(e);s&&(a.x=this.scale.x(a.n)),this.pointed.value=a,s&&a.n!==n.n.value&&this.#t(a.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:n.value,x:this.scale.x(n.value),isFocus:!0})};#t(e,n=!1){let{game:s,go:a}=this.props;a?a(e):s.goTo(e,{push:n})}render({game:e,label:n=l("replay-event")}){let s=e.n.value,a=e.limit.value,{scale:r,sizes:i}=this,c=r.x(a),u=Zt(e),$=this.shown.value?Ot(this.shown.value.columns,i):[];return o`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:Et(c,i)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${c+5}px)`}}>
          ${$.map(({column:p,y:b},h)=>o`<b key=${h} style=${{color:`var(--line-${h%7})`,transform:`translate(${p*(this.#n+3)}px, ${b}px)`}}>${u[h]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${r.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(a,2)} step="1" value=${s} aria-label=${n} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${p=>{e.playing.value=!1,this.#t(Number(p.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${At} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var Jt=t=>t.n.value<t.version.value,ut=t=>t.n.value>1,Le=[["first","replay-first",t=>t.goTo(1),ut],["turnBack","replay-turn-back",t=>it(t,-1),ut],["back","replay-back",t=>t.step(-1),ut],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),Jt],["turnNext","replay-turn-next",t=>it(t,1),Jt],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function te({game:t}){let e=t.playing.value;return o`
    <footer class="bar" data-bar>
      <${Ie} game=${t} />
      <div class="moves" role="group" aria-label=${l("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${l("replay-events")} title=${l("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${y} name="list" /></button>
        ${Le.map(([n,s,a,r])=>{let i=n==="play",c=i&&e?l("replay-pause"):l(s);return o`<button type="button" key=${n} class=${i?"main":`quiet ${n}`} aria-label=${c} title=${c} aria-disabled=${String(!r(t))}
            onClick=${()=>{i||(t.playing.value=!1),a(t)}}><${y} name=${i&&e?"pause":n} /></button>`})}
        <label class="speed"><span class="visually-hidden">${l("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${n=>{t.speed.value=Number(n.target.value)}}>
            ${yt.map(n=>o`<option value=${n}>${n}×</option>`)}</select></label>
        <${Xe} game=${t} />
        ${!E&&o`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${l("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${y} name="fork" /><span>${l("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&o`<button type="button" class="quiet reveal" onClick=${()=>t.setResultShown(!t.result.value)}>${l(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([n,s])=>o`<button type="button" key=${n} class="quiet" aria-label=${l(`replay-${n}`)} title=${l(`replay-${n}`)}
          onClick=${()=>{t.dialog.value=n}}><${y} name=${s} /></button>`)}</span>
      </div>
    </footer>`}function Ie({game:t}){let e=t.comparison.value;if(!e?.isLoaded.value)return o`<${L} game=${t} />`;let{other:n}=e;return o`
    <div class="bands" data-pane=${e.pane.value}>
      <${L} game=${t} />
      <${L} game=${n} label=${`${l("replay-event")} · ${n.id}`} go=${s=>e.goToOther(s)} />
    </div>`}function Xe({game:t}){let e=o`<b>${t.n.value}</b>`;return o`<span class="where">${t.typedDigits.value?o`→ <b>${t.typedDigits.value}</b>`:t.isStory.value?e:o`${e} / ${t.version.value}`}</span>`}var We=3e3,je=t=>new Intl.NumberFormat(A,{minimumFractionDigits:1,maximumFractionDigits:1}).format(t),Ue=t=>new Intl.NumberFormat(A,{minimumFractionDigits:1,maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t),Z=t=>new Intl.NumberFormat(A,{style:"percent",maximumFractionDigits:0}).format(t);function He(t){if(!t)return l("par-unmeasured");let{share:e,interval:[n,s],deals:a}=t;return e>0?l("par-explained",{share:Z(e),low:Z(n),high:Z(s),deals:a}):l("par-explained-nothing",{high:Z(Math.max(s,0)),deals:a})}function ee({game:t}){let[e,n]=_(null),[s,a]=_(!1),r=u=>t.ask("/par",{},u).then($=>(n($),$)),i=()=>r({method:"POST"}).then(u=>a(u.state==="none"),()=>a(!0));if(D(()=>{r({}).catch(()=>{})},[]),D(()=>{if(e?.state!=="wanted")return;let u=setTimeout(()=>{r({}).catch(()=>{})},We);return()=>clearTimeout(u)},[e]),!e)return null;let{explained:c}=e;return o`<section class="par"><h3>${l("par-title")}</h3>
    ${e.state==="none"&&o`<p><span>${l("par-none")}</span> <button type="button" class="quiet" onClick=${i}>${l("par-ask")}</button></p>`}
    ${s&&o`<p class="error" role="alert">${l("par-refused")}</p>`}
    ${e.state==="wanted"&&o`<p role="status">${l("par-wanted")}</p>`}
    ${e.state==="failed"&&o`<p>${l("par-failed")}</p>`}
    ${e.state==="made"&&o`<table><thead><tr><th scope="col">${l("par-seat")}</th><th scope="col">${l("par-coins")}</th><th scope="col">${l("par-bots")}</th><th scope="col">${l("par-difference")}</th></tr></thead>
      <tbody>${e.seats.map(u=>o`<tr key=${u.seat}><th scope="row">${t.name(u.seat)}</th><td>${u.coins}</td><td>${je(u.par)}</td><td>${Ue(u.difference)}</td></tr>`)}</tbody></table>
      <p class="small">${l("par-how",{bot:e.bot,runs:e.runs})} ${He(c)}</p>`}
  </section>`}var Ge=t=>new Intl.NumberFormat(A,{maximumFractionDigits:1,signDisplay:"exceptZero"}).format(t/100),ne=t=>B().pictures&&!E&&!t.head.value.private,se=(t,e,n={})=>Ft(`/games/${encodeURIComponent(t.id)}/${e}`,{...n,lang:A}),Ke=t=>t.timeline.markers.findLast(({kind:e})=>e==="end")?.n??1/0;function ae({game:t}){let[e,n]=_(!1);t.timeline.changes.value;let s=t.n.value>=Ke(t);D(()=>{s||n(!1)},[s]);let a=t.story.value;return!s||!a?null:e?o`<button type="button" class="final-again" onClick=${()=>n(!1)}><${I} kind="lead" /> ${l("story-title")}</button>`:o`<section class="final" aria-label=${l("story-title")}><${Ve} game=${t} answer=${a} close=${()=>n(!0)} /></section>`}function Ve({game:t,answer:{summary:e,says:n,story:s},close:a}){let r=[...s.seats].sort((c,u)=>c.place-u.place||c.seat-u.seat),i=c=>{t.goTo(t.timeline.turns.findLast(u=>u<=c)??1,{push:!0}),t.playing.value=!0};return o`
    <p class="summary">${e}</p>
    <div class="final-acts">
      ${s.turned&&o`<button type="button" class="main" onClick=${()=>i(s.turned.n)}><${y} name="play" />${l("story-from-turn")}</button>`}
      ${s.moments.length>0&&o`<button type="button" class="quiet" onClick=${()=>gt(t)}><${y} name="next" />${l("story-highlights")}</button>`}
      <button type="button" class="quiet" onClick=${()=>i(1)}>${l("story-from-start")}</button>
      ${ne(t)&&o`<a class="button quiet" href=${se(t,"story.png")} target="_blank" rel="noopener">${l("story-picture")}</a>`}
      <button type="button" class="quiet" onClick=${a}>${l("story-table")}</button>
    </div>
    <ol class="places">${r.map(c=>o`<${Ye} key=${c.seat} game=${t} seat=${c} won=${s.winners.includes(c.seat)} />`)}</ol>
    ${s.moments.length>0&&o`<h3>${l("story-moments")}</h3>
      <ol class="moments">${s.moments.map((c,u)=>o`
        <li key=${u} class=${s.turned&&c.kind==="lead"&&c.n===s.turned.n?"turned":""}><button type="button" onClick=${()=>t.goTo(c.n,{push:!0})}>
          <${I} kind=${c.kind==="gift"?"donation":c.kind} /><span class="when">${c.turn?l("replay-turn",{turn:String(c.turn)}):""}</span><span>${n[u]}</span></button>
          ${ne(t)&&o`<a href=${se(t,"moment.gif",{n:c.n})} target="_blank" rel="noopener" title=${l("story-animation",{moment:n[u]})}>GIF<span class="visually-hidden"> ${n[u]}</span></a>`}</li>`)}</ol>`}
    <${ee} game=${t} />`}function Ye({game:t,seat:e,won:n}){let{best_harvest:s}=e,a=e.varieties.filter(({coins:r})=>r>0);return o`
    <li class=${`place seat-${e.seat%7} ${n?"won":""}`}>
      <span class="rank">${e.place}.</span><span class="disc" aria-hidden="true">${e.seat+1}</span><b class="name">${t.name(e.seat)}</b>
      <span class="points">${t.shown.value?.lands?o`<${y} name="flag" />`:o`<${z} />`}<b>${e.score}</b></span>
      <ul class="earned" aria-label=${l("story-by-bean")}>${a.map(({variety:r,coins:i})=>o`<li key=${r} title=${g(r)}><${G} card=${r} /><span class="visually-hidden">${g(r)}</span>${i}</li>`)}</ul>
      <p class="facts"><span>${l("story-exchanges",{count:e.exchanges,gain:Ge(e.got-e.given)})}</span>
        ${s&&o`<button type="button" class="jump" onClick=${()=>t.goTo(s.n,{push:!0})}>${l("story-best",{coins:s.coins,turn:String(s.turn)})}</button>`}</p>
    </li>`}function oe(t,e=()=>{}){let n=new Wt(B().game,ct(location.search),document.documentElement.lang||"en"),s=new It(n),a=document.getElementById("app"),r=()=>n.version.value?o`<${t} game=${n} />`:o`<p class=${n.problem.value?"error":"loading"} role="status">${n.problem.value||l("replay-loading")}</p>`;return E&&(n.write=i=>Lt(i)),n.onViewChange=()=>s.stop(),n.onLoaded=()=>{n.isLive.value?s.start():s.stop(),e()},addEventListener("popstate",()=>n.restorePlace(ct(location.search))),C(()=>wt(n)),C(()=>{n.head.value&&(document.title=`${n.seats.value.map((i,c)=>n.name(c)).join(", ")} · Haricot`)}),Kt(n),a.replaceChildren(),ft(o`<${r} />`,a),n.open(),n}var Q=()=>performance.now();async function re(t){let[e,n]=[1/0,0];for(let s=0;s<4;s+=1){let a=Q(),{now:r}=await t(),i=Q()-a;i<e&&([e,n]=[i,r+i/2-Q()])}return n}var le=t=>t+Q();function pt(t,e,n){let{turn_ms:s,game_ms:a,runs:r,expired:i}=t.seats[e],c=t.terms.turn!==null||t.terms.game!==null,u=r?Math.max(0,n-t.since):0;return{left:c?Math.max(0,(s??0)+a-u):null,runs:r,expired:i}}function ie(t,e){if(t.trading_ms===null)return null;let n=t.running&&!t.trading_expired;return{left:Math.max(0,t.trading_ms-(n?Math.max(0,e-t.since):0)),runs:n,expired:t.trading_expired}}var ce=864e5,Ze=1e4,Qe=t=>t>2*ce?l("clock-days",{count:Math.floor(t/ce)}):Rt(t);function $t({left:t,name:e="",passed:n=!1,onClick:s=null,title:a=""}){let r=`clock-chip ${t.runs?"runs":""} ${t.expired?"up":""} ${t.runs&&t.left!==null&&t.left<Ze?"little":""}`,i=o`${e&&o`<span class="clock-name">${e}</span>`}
    <b>${t.expired?l("clock-expired"):t.left===null?"":Qe(t.left)}</b>${n&&o`<span class="tag">${l("clock-passed")}</span>`}`;return s?o`<button type="button" class=${r} title=${a} onClick=${s}>${i}</button>`:o`<span class=${r}>${i}</span>`}var Je=200,tn=3e5,en=60;function nn(t,e){let[n,s]=_(null),[,a]=_(0);return D(()=>{if(!e)return;let r=()=>re(()=>t.ask("/clock")).then(s,()=>{});r();let i=[setInterval(()=>a(c=>c+1),Je),setInterval(r,tn)];return()=>i.forEach(clearInterval)},[t,e]),e&&n!==null?n:null}function ue({game:t,host:e=null}){let n=t.shown.value?.clock??null,s=!!n&&!E&&t.isLive.value&&t.n.value===t.version.value,a=nn(t,s&&!t.head.value?.spectator_delay?.events),[r,i]=_("");if(!n)return null;let c=a===null?n.since:le(a),u=ie(n,c),$=t.you.value,p=(S,x,w)=>{zt(Bt(t.id,S),{method:"POST",body:x,token:w,headers:{"Idempotency-Key":qt()}}).then(()=>i(""),k=>i(Y(k)))},b=s?e:null,h=S=>()=>p("/clock",{act:"extend",seconds:en,...S},b),d=n.running?"":n.reason===""?t.isLive.value?l("clock-waits"):"":l(["paused","time_up"].includes(n.reason)?`clock-why-${n.reason}`:"clock-stopped"),O=n.seats.find(({runs:S})=>S);return o`
    <section class="clocks" role="group" aria-label=${l("clock-title")} data-ahead=${a===null?"":String(Math.round(c-Date.now()))} data-zero=${O&&a!==null?String(Math.round(c+(pt(n,O.seat,c).left??0))):""}>
      ${n.seats.map((S,x)=>o`<${$t} key=${x} left=${pt(n,x,c)} name=${t.name(x)} passed=${n.passed.includes(x)} onClick=${b&&h({seat:x})} title=${l("clock-more-seat",{name:t.name(x)})} />`)}
      ${u&&o`<${$t} left=${u} name=${l("clock-trading")} onClick=${b&&h({budget:"trading"})} title=${l("clock-more-trading")} />`}
      ${d&&o`<span class="clock-reason" role="status">${d}</span>`}
      ${s&&$!==null&&n.trades&&!n.passed.includes($)&&o`<button type="button" class="quiet" onClick=${()=>p("/clock/passes",void 0,t.token)}>${l("clock-pass")}</button>`}
      ${b&&o`<button type="button" class="quiet" onClick=${()=>p("/clock",{act:n.running?"stop":"start"},b)}>${l(n.running?"clock-stop":"clock-start")}</button>
        <button type="button" class="quiet" onClick=${h({})}>${l("clock-more-all")}</button>`}
      ${r&&o`<span class="error" role="alert">${r}</span>`}
    </section>`}var sn={call:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part6)).CallDialog),dispute:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part7)).DisputeDialog),deal:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part0)).DealDialog),fork:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part5)).ForkDialog),hints:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part9)).Hints),keys:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part16)).KeySheet),menu:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part18)).Menu),seats:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part10)).SeatsDialog),same_deal:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part3)).SameDealDialog),share:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part1)).Share),values:m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part14)).CoinTable)};function pe({game:t}){let e=t.dialog.value&&sn[t.dialog.value],n=bt(null),s=!!e;return s&&!n.current&&(n.current=document.activeElement),U(()=>{s||(document.activeElement===document.body&&n.current?.focus(),n.current=null)},[s]),e?o`<${e} game=${t} />`:null}var an=/^\/seats\/\d+\/hand\/(\d+)$/,J=class extends R{state={life:null,problem:""};requested=null;box=null;hold=e=>{this.box=e,e&&!e.matches(":popover-open")&&e.showPopover()};componentDidUpdate(){this.loadHistory()}componentDidMount(){this.loadHistory()}async loadHistory(){let{game:e}=this.props,n=e.pressed.value;if(n!==this.requested&&(this.requested=n,this.setState({life:null,problem:""}),!!n))try{let s=await e.ask("/card",{at:n.n,card:n.place,as:e.view.value,lang:e.lang});this.requested===n&&this.setState({life:s})}catch(s){this.requested===n&&this.setState({problem:Y(s)})}}render({game:e},{life:n,problem:s}){let a=e.pressed.value;if(!a)return null;let r=()=>{e.pressed.value===a&&(e.pressed.value=null)},i=a.element.dataset.card||f,[,c]=i===f&&an.exec(a.place)||[],u=i!==f?g(i):n||a.element.dataset.card?g(n?.variety??f):"…",$=n?.life.filter(({n:p})=>p<=e.limit.value)||[];return o`
      <div class="life" popover tabindex="-1" autofocus aria-label=${u} role="dialog" ref=${this.hold} key=${a.place} style=${on(a.element)} onToggle=${p=>p.newState==="closed"&&r()}>
        <h2>${u}</h2>
        ${c&&o`<p class="small">${l("replay-back-place",{place:Number(c)+1})}</p>`}
        ${$.some(({sure:p})=>!p)&&o`<p class="small">${l("replay-back-came")}</p>`}
        ${s&&o`<p class="error">${s}</p>`}
        <ol>${$.map(({n:p,says:b,did:h})=>o`<li key=${p} class=${p===a.n?"here":""}><button type="button" class="link" onClick=${()=>{this.box?.hidePopover(),e.goTo(p,{push:!0})}}>
          <b>${p}</b> ${h==="lost"?l("replay-lost-sight"):b}</button></li>`)}</ol>
        ${!n&&!s&&o`<p class="small">…</p>`}
      </div>`}};function on(t){let{left:e,right:n,top:s}=t.getBoundingClientRect(),{clientWidth:a}=document.documentElement,r=Math.min(320,a-16);return{left:`${n+8+r<a?n+8:Math.max(8,e-r-8)}px`,top:`${Math.max(8,Math.min(s,innerHeight-300))}px`,width:`${r}px`}}var dt=matchMedia("(max-width: 52rem), (max-height: 30rem)");function $e(t){let e=t.sheet.value;U(()=>{if(!e||!dt.matches)return;let n=document.activeElement,s=[...document.querySelectorAll(".skip, .game-top, .scene, .bar")],a=()=>{t.sheet.value=!1};for(let r of s)r.inert=!0;return document.querySelector(".rail [aria-selected=true]")?.focus({preventScroll:!0}),dt.addEventListener("change",a),()=>{dt.removeEventListener("change",a);for(let r of s)r.inert=!1;n?.focus({preventScroll:!0})}},[e])}var rn={ArrowRight:1,ArrowLeft:-1};function ln(t,e){let n=rn[t.key];if(!n||t.ctrlKey||t.altKey||t.metaKey)return;t.preventDefault(),t.stopPropagation();let s=T.findIndex(({name:a})=>a===e.tab.value);e.tab.value=T[(s+n+T.length)%T.length].name,requestAnimationFrame(()=>document.querySelector(".rail [role=tab][aria-selected=true]")?.focus())}function de({game:t}){$e(t);let{Panel:e,words:n}=T.find(({name:a})=>a===t.tab.value)??T[0],s=()=>{t.sheet.value=!1};return o`
    ${t.sheet.value&&o`<div class="behind-sheet" onClick=${s}></div>`}
    <aside class=${`rail ${t.sheet.value?"open":""}`} aria-label=${l("replay-rail")}>
      <div class="tabs">
        <div role="tablist" aria-label=${l("replay-rail")} onKeyDown=${a=>ln(a,t)}>
          ${T.map(({name:a,words:r,count:i})=>o`<button type="button" role="tab" key=${a} id=${`tab-${a}`} aria-controls="panel" aria-selected=${String(t.tab.value===a)}
            tabindex=${t.tab.value===a?0:-1} onClick=${()=>{t.tab.value=a}}>${l(r)}<${cn} game=${t} count=${i} /></button>`)}
        </div>
        <span class="narrow-only">
          ${!t.isLive.value&&o`<button type="button" class="quiet" onClick=${()=>t.setResultShown(!t.result.value)}>${l(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
          <button type="button" class="quiet" aria-label=${l("replay-values")} title=${l("replay-values")} onClick=${()=>{t.dialog.value="values"}}><${y} name="table" /></button></span>
        <button type="button" class="quiet shut" aria-label=${l("replay-close")} onClick=${s}><${y} name="close" /></button>
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabindex="-1" aria-label=${l(n)}><${e} game=${t} /></div>
    </aside>`}var cn=({game:t,count:e})=>{let n=e?.(t);return n?o` <span class="count">${n}</span>`:null};var un={table:(t,e)=>{let n=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||n?"narrow":"",n?"flat":t<=480?"phone":""]]},seat:(t,e)=>{let n=t<=320,s=e>=7.4*16&&t<=608||e>5.6*16&&n;return[{"--sw":t,"--sh":e},[e<=89.6?"low":"",s?"tall":"",n?"slim":""]]}},me=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:n}of t){let s=e,[a,r]=un[s.matches(".seat")?"seat":"table"](n.width,n.height);for(let[i,c]of Object.entries(a))s.style.setProperty(i,`${c}px`);s.dataset.shape=r.filter(Boolean).join(" ")}});function tt(){let t=null;return e=>{t&&me.unobserve(t),t=e,t&&me.observe(t)}}var pn=matchMedia("(prefers-reduced-motion: reduce)");function he(t,e){for(let n=e;n;n=n.slice(0,n.lastIndexOf("/"))){let s=t.querySelector(`[data-place="${n}"]`);if(s)return s.matches(".zone, .fields")?s.querySelector(".card, .fan, .slot")??s:s}return null}function $n(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:n,to:s,...a})=>({...a,from:s,to:n})):[]}function fe(t,e,n){if(pn.matches||e===n||document.hidden)return null;let s=t.getBoundingClientRect();return $n(e,n).slice(0,24).map(({from:r,to:i})=>{let c=he(t,r),u=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let $=c.getBoundingClientRect();return{from:$,to:i,copy:u?dn(u,$,s):null}}).filter(Boolean)}function dn(t,e,n){let s=t.cloneNode(!0);s.className=`${s.className} ghost`;for(let a of["data-place","data-card","aria-label","title"])s.removeAttribute(a);return s.setAttribute("aria-hidden","true"),Object.assign(s.style,{left:`${e.left-n.left}px`,top:`${e.top-n.top}px`,width:`${e.width}px`,height:`${e.height}px`}),s}function be(t,e){let n=e.flatMap(({from:s,to:a,copy:r})=>{let i=he(t,a);if(!i)return[];let c=i.matches("button.card");if(c)i.classList.add("flying");else if(r)t.append(r);else return[];return[{from:s,target:i,isCard:c,copy:r}]});n.length&&requestAnimationFrame(()=>{let s=n.map(a=>({...a,to:a.target.getBoundingClientRect()}));for(let{from:a,to:r,target:i,isCard:c,copy:u}of s)i.isConnected?c?mn(i,a,r):u&&hn(u,a,r):u?.remove()})}async function ve(t,e,n){let s=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...n,offset:.5},n],440);await new Promise(a=>setTimeout(a,220)),s.cancel()}var ye=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,X=new WeakMap;async function mn(t,e,n){let s=n.height?Math.max(e.height/n.height,.4):1;X.set(t,(X.get(t)??0)+1),await ve(t,{transform:`${ye(n,e)} scale(${s})`},{transform:"none"}),X.set(t,(X.get(t)??0)-1),t.classList.toggle("flying",!!X.get(t))}async function hn(t,e,n){await ve(t,{transform:"none",opacity:1},{transform:`${ye(e,n)} scale(.7)`,opacity:.55}),t.remove()}var{editions:ge={},phases:fn={}}=B(),et=(t,e)=>ge[t]?.areas[e]||{},we=(t,e)=>ge[t]?.phases[e]||fn[e]||e;var bn=({card:t,at:e,mark:n=null,front:s=!1,isTabStop:a=!1})=>o`
  <button type="button" class=${`card ${P(t)} ${s?"front":""} ${n?.look||""}`} data-place=${e} data-card=${t} tabindex=${a?0:-1}
    aria-disabled=${n?.look.includes("grey")?"true":null} aria-pressed=${n?.look.includes("picked")?"true":null}
    aria-label=${[g(t),s&&l("table-front"),n?.note].filter(Boolean).join(", ")} title=${n?.note||g(t)}>
    <${q} card=${t} known=${n?.bean} /></button>`;function N({zone:t,title:e,cards:n,at:s,marks:a={},front:r=!1,quiet:i=!1}){let c=a[s],u=n.length>0&&n.every($=>$===f);return o`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${n.length?"":"bare"}`} data-zone=${t} data-place=${s}>
      ${(n.length>0||!i)&&o`<h4 title=${e}><span>${e}</span> <b>${n.length}</b></h4>`}
      <ul class=${`fan ${u?"hidden":""}`} aria-label=${e}>
        ${n.map(($,p)=>o`<li key=${p}><${bn} card=${$} at=${`${s}/${p}`} mark=${a[`${s}/${p}`]} front=${r&&p===0&&$!==f} isTabStop=${p===0} /></li>`)}
      </ul>
    </div>`}var mt=({cards:t=[],coins:e=0})=>o`
  <span class="goods">${K(t).map(([n,s])=>o`
    <span class=${`mini ${n===f?"back":""}`} title=${g(n)}>${n===f?"?":o`<${G} card=${n} />`}${s>1&&o`<b>${s}</b>`}<span class="visually-hidden">${g(n)}</span></span>`)}
    ${e>0&&o`<span class="mini"><${z} /><b>${e}</b></span>`}
    ${!t.length&&!e&&o`<span class="nothing">${l("table-nothing")}</span>`}</span>`,nt=({k:t,name:e})=>t===null?o`<span class="who-mini">${l("table-anyone")}</span>`:o`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,xe=t=>t.map(e=>e.variety||f),vn=t=>[...Object.entries(t.want||{}).flatMap(([e,n])=>Array(n).fill(e)),...t.want_turned_up||[]];function ke({position:t,name:e,actions:n}){let{proposals:s=[],donations:a=[]}=t;return o`
    <ul class="offers" aria-label=${l("table-offers")}>
      ${s.map(r=>o`<li key=${r.proposal} class="offer" data-proposal=${r.proposal}>
        <${nt} k=${r.seat} name=${e} /><${mt} cards=${xe(r.give)} coins=${r.give_coins} />
        <span class="swap" aria-label=${l("table-for")}>⇄</span>
        <${mt} cards=${vn(r)} coins=${r.want_coins} /><${nt} k=${r.with} name=${e} />${n?.(r.proposal)}</li>`)}
      ${a.map(r=>o`<li key=${r.proposal} class="offer" data-proposal=${r.proposal}>
        <${nt} k=${r.seat} name=${e} /><${mt} cards=${xe(r.cards)} coins=${r.coins} />
        <span class="swap" aria-label=${l("table-gives-to")}>→</span><${nt} k=${r.to} name=${e} />${n?.(r.proposal)}</li>`)}
    </ul>`}var yn=m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part21)).Attack);function Se({position:t,name:e,marks:n,actions:s}){let{edition:a}=t,r=Object.entries(et(a,"table")).filter(([i])=>t[i]);return o`
    <div class="middle">
      <h3 class="visually-hidden">${l("table-middle")}</h3>
      <${Ce} zone="draw_pile" title=${l("table-draw-pile")} pile=${M(t.draw_pile)} face=${f} mark=${n["/draw_pile"]}
        exhaustions=${t.exhaustions} note=${t.exhaustions>0?l("table-exhausted",{count:t.exhaustions}):""} />
      <${Ce} zone="discard_pile" title=${l("table-discards")} pile=${M(t.discard_pile)} face=${M(t.discard_pile)[0]} mark=${n["/discard_pile"]||n["/discard_pile/0"]} />
      <${N} zone="turned_up" title=${l("table-turned-up")} cards=${M(t.turned_up)} at="/turned_up" marks=${n} />
      ${r.map(([i,c])=>o`<${N} key=${i} zone=${i} title=${c} cards=${M(t[i])} at=${`/${i}`} marks=${n} />`)}
      ${t.attack&&o`<${yn} position=${t} name=${e} />`}
      <${ke} position=${t} name=${e} actions=${s} />
    </div>`}var Ce=({zone:t,title:e,pile:n,face:s,mark:a,note:r="",exhaustions:i=0})=>o`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${n.length}</b></h4>
    <button type="button" class=${`card ${n.length?P(s):"slot"} ${n.length>1?"edges-3":""} ${a?.look||""}`} data-place=${`/${t}`} data-card=${n.length?s:null}
      aria-label=${[`${e}: ${n.length}`,n.length>0&&s!==f&&g(s),r,a?.note].filter(Boolean).join(", ")} title=${a?.note||r||e}>
      ${n.length>0&&o`<${q} card=${s} />`}</button>
    ${i>0&&o`<p class="pile-note" aria-hidden="true">↻ ${i}</p>`}
  </div>`;var gn=4,W=class extends j{render({field:e,i:n,at:s,pay:a,mark:r}){let i=e.at(-1)??f,c=K(e),u=e.length?`${V(e)}. ${a?wn(a):""}`:l("table-field-empty");return o`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${r?.look||""} ${e.length?"":"slot"}`} data-place=${s} data-card=${e.length?i:null} tabindex=${n===0?0:-1}
            aria-disabled=${r?.look.includes("grey")?"true":null} aria-label=${`${l("table-field",{field:n+1})}: ${u}${r?.note?`, ${r.note}`:""}`} title=${r?.note||u}>
            ${e.length>0&&o`<span class=${`card edges-${Math.min(e.length-1,gn)} ${P(i)}`}><${q} card=${i} /></span>`}</button>
          ${e.length>1&&o`<span class="many" aria-hidden="true">${c.length>1?c.map(([$,p])=>o`<i class=${P($)}>${p}</i>`):e.length}</span>`}
          ${a&&o`<span class=${`worth ${a.coins?"":"naught"}`} aria-hidden="true">${a.coins}</span>`}
          ${a?.doubled&&o`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${a&&o`<${xn} pay=${a} />`}
      </div>`}};function wn({coins:t,cards:e,next:n,meter:s}){let a=l("table-pays",{coins:t});return n?`${a}, ${l("table-pays-next",{coins:n.coins,cards:n.cards,more:n.cards-e})}`:a}function xn({pay:t}){let{cards:e,steps:n}=t;if(!n?.length)return o`<p class="meter"></p>`;let s=n[n.length-1][0],a=100/s;return o`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,s)*a}`} />
      ${n.map(([r,i])=>o`<circle class=${r<=e?"paid":""} cx=${4+r*a-3} cy="7" r="6.500" /><text x=${4+r*a-3} y="10.500">${i}</text>`)}
    </svg>`}var kn=[],st=class extends j{observeSize=tt();render({seat:e,k:n,name:s,edition:a,pays:r,marks:i,isActive:c,isViewer:u,isYou:$,held:p,hasWon:b,isSecond:h}){let d=`/seats/${n}`,O=M(e.hand),S=Object.entries(et(a,"seat")).filter(([w])=>e[w]!==null&&e[w]!==void 0),x=h?{}:{"data-seat":n};return o`
      <section ref=${this.observeSize} role="group" class=${`seat seat-${n%7} ${c?"active":""} ${$?"you":""}`} ...${x} aria-label=${l("table-seat",{seat:n+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${n+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${Sn} coins=${e.coins} at=${d} mark=${i[`${d}/coins`]} />${p&&o`<${Mn} held=${p} />`}</span>
          <span class="tags">
            ${c&&o`<span class="tag turn">${l("table-active")}</span>`}
            ${$?o`<span class="tag">${l("table-you")}</span>`:u&&o`<span class="tag">${l("table-eyes")}</span>`}
            ${b&&o`<span class="tag won">${l("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${d}/fields`}>
          ${e.fields.map((w,k)=>o`<${W} key=${k} ...${{field:w,i:k,at:`${d}/fields/${k}`,pay:r?.[k]??null,mark:Cn(i,`${d}/fields/${k}`)}} />`)}
          ${i[`${d}/fields/${e.fields.length}`]&&o`<${W} key="next" ...${{field:kn,i:e.fields.length,at:`${d}/fields/${e.fields.length}`,pay:null,mark:i[`${d}/fields/${e.fields.length}`]}} />`}
        </div>
        <${N} zone="aside" title=${l("table-set-aside")} cards=${M(e.set_aside)} at=${`${d}/set_aside`} marks=${i} quiet />
        ${S.map(([w,k])=>o`<${N} key=${w} zone=${w} title=${k} cards=${M(e[w])} at=${`${d}/${w}`} marks=${i} />`)}
        <${N} zone="hand" title=${l("table-hand")} cards=${O} at=${`${d}/hand`} marks=${i} front />
      </section>`}};function Cn(t,e){if(t[e])return t[e];let n=Object.keys(t).find(s=>s.startsWith(`${e}/`));return n?t[n]:null}var Sn=({coins:t,at:e,mark:n})=>o`
  <button type="button" class=${`coins ${n?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${l("table-coins",{count:F(t)})} title=${Array.isArray(t)&&t.length?V(t):l("table-coins",{count:F(t)})}>
    <${z} /><b>${F(t)}</b></button>`,Mn=({held:{count:t,points:e}})=>o`<span class="holding" title=${l("table-holding",{count:t,points:e})}><${y} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${l("table-holding",{count:t,points:e})}</span></span>`;var _n=m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part22)).Board),Me={};function On(t,e){let n=Object.entries(t).filter(([s])=>s.startsWith(`/seats/${e}/`));return n.length?Object.fromEntries(n):Me}function _e({snapshot:t,name:e,eyes:n=null,you:s=null,marks:a=Me,press:r=null,isSecond:i=!1,actions:c=null}){let{table:u,pays:$,lands:p}=t,{seats:b,turn:h,edition:d,board:O}=u,S=u.ended||!Oe(h)?null:h.seat,x=i?{"data-compared":""}:{"data-table":"","data-n":t.n},w=ot=>{let v=ot.target.closest("[data-place]");r&&v&&r(v.dataset.place||"",v)},k=!!O?.cells?.length;return o`
    <div class=${`table of-${b.length} ${k?"war":""}`} ...${x} onClick=${w} onKeyDown=${En}>
      <${Se} ...${{position:u,name:e,marks:a,actions:c}} />
      ${k&&o`<${_n} ...${{position:u,lands:p,name:e,marks:a}} />`}
      <div class="seats">
        ${b.map((ot,v)=>o`<${st} key=${v} ...${{seat:ot,k:v,edition:d,isSecond:i}} name=${e(v)} pays=${$?.[v]} marks=${On(a,v)}
          isActive=${v===S} isViewer=${v===n} isYou=${v===s} held=${p?.seats[v]??null} hasWon=${!!u.winners?.includes(v)} />`)}
      </div>
    </div>`}var Oe=t=>t.number>0||!["","seating"].includes(t.phase??"");function at(t,e){let{turn:n,edition:s,ended:a,winners:r}=t;if(a)return r?.length?l("table-won",{names:r.map(e).join(", ")}):l("table-over");if(!Oe(n))return l("table-seating");let i=n.phase?we(s,n.phase):"";return n.number?l("table-turn",{turn:n.number,name:e(n.seat),phase:i}):`${e(n.seat)}: ${i}`}function En(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,n=t.target,s=e&&n.closest("[data-zone]");if(!s)return;let a=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],r=a[a.indexOf(n)+e];r&&(t.preventDefault(),r.focus())}function Ee(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,n,s]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(s&&Number(s)<F(t.seats[Number(n)]?.hand))return e;let a=e.slice(1).split("/").reduce((r,i)=>r?.[i],t);return Array.isArray(a)?a.length?`${e}/${a.length-1}`:null:typeof a=="string"?e:null}var Te=t=>t.replace(/\/[0-9]+$/,(e,n)=>/\/fields$/.test(t.slice(0,n))?e:"");function Ae({moves:t=[]},e){let n={},s=e?"came wrong":"came",a=e?"left wrong":"left";for(let{from:r,to:i}of t)r&&(n[Te(r)]??={look:a}),i&&(n[i]={look:s},/\/(coins|fields|discard_pile)\b/.test(i)&&(n[Te(i)]={look:s}));return n}function De(t,e){let n={...t};for(let[s,{look:a,note:r,bean:i}]of Object.entries(e)){let c=n[s];n[s]=c?{look:`${c.look} ${a}`,note:r||c.note,bean:i||c.bean}:{look:a,note:r,bean:i}}return n}function Pe({game:t,player:e=null,isSecond:n=!1,more:s={}}){let a=e?.preview?.value??t.shown.value,r=t.isCurrent.value;if(!a)return o`<div class="felt waiting" aria-busy="true"></div>`;let i=[t.knownCards.marks(a.n),s,e?.marks.value??{}].reduce(De,Ae(a,t.isWrong(a.n))),c=(u,$)=>{let p=!e?.press(u,$)&&Ee(a.table,u);p&&(t.pressed.value={place:p,n:a.n,element:$})};return o`
    <div class=${`felt ${r?"":"stale"}`} aria-busy=${String(!r)}>
      <h2 class="visually-hidden">${at(a.table,t.name)}</h2>
      <${ht} game=${t} snapshot=${a}>
        <${_e} snapshot=${a} name=${t.name} eyes=${t.viewSeat.value} you=${t.you.value} marks=${i} isSecond=${n} press=${n?null:c} actions=${e&&e.answers()} />
      <//>
      ${!r&&o`<p class="lagging" role="status">${l("replay-lagging",{shown:String(a.n),n:String(t.n.value)})} <b>${t.loadError.value}</b></p>`}
    </div>`}var ht=class extends R{table=null;observeSize=tt();hold=e=>{this.table=e,this.observeSize(e)};motions=null;componentDidMount(){this.stop=C(()=>{let e=this.props.game.shown.value;this.motions=this.table&&e&&fe(this.table,this.props.snapshot,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.motions&&be(this.table,this.motions),this.motions=null}render({children:e}){return o`<div class="moving" ref=${this.hold}>${e}</div>`}};var Tn=m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part11)).FaultBanner),An=m(async()=>(await import("./viewer-later-JED3DKD2.js").then(t=>t.part19)).SheetLink);function Ne({game:t}){let e=t.n.value,n=t.shown.value,s=t.verdicts.of(e),a=Xt(s),r=t.isKeyHeld.value;return o`
    ${t.verdicts.faults.value.length>0&&o`<${Tn} game=${t} />`}
    <div class=${`telling ${a?"wrong":""} ${n&&!n.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${n&&at(n.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||r?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${a?"✗":s&&s.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${r?"held":""}>${t.sentences[e-1]}</span>
          ${vt(t,e).map(i=>o`<span class="moment-note" key=${i}><${I} kind="lead" />${i}</span>`)}
          ${a&&o` <strong class="verdict-word">${l(`replay-${s?.verdict}`)}</strong>`}</span>
        ${a&&o`<span class="why">${s?.says}</span>`}
      </p>
      <div class="tools">
        ${s?.clause&&o`<${jt} game=${t} verdict=${s} at="telling" />`}
        <${Vt} game=${t} />
        ${a&&o`<${An} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function Re(t){if(!(t!=="light"&&t!=="dark")){for(let e of document.styleSheets)for(let n of e.cssRules){let s=n instanceof CSSMediaRule&&/prefers-color-scheme: (light|dark)/.exec(n.conditionText);s&&(n.media.mediaText=s[1]===t?"all":"not all")}document.documentElement.style.colorScheme=t}}function Be(t,e=[]){Re(new URLSearchParams(location.search).get("theme")),C(()=>{t.dialog.value&&!e.includes(t.dialog.value)&&(t.dialog.value=null)})}function Fe(t){if(parent===window)return;let e=!1;C(()=>{let n=t.n.value;if(!n)return;let s={haricot:e?"moved":"ready",game:t.id,n,last:t.limit.value};e=!0,parent.postMessage(s,"*")}),addEventListener("message",({source:n,data:s})=>{n!==parent||s?.haricot!=="goTo"||!Number.isSafeInteger(s.n)||(t.playing.value=!1,t.goTo(s.n))})}var Dn=({game:t})=>o`
  <header class="game-top">
    <${Ut} game=${t} />
    <${Ht} game=${t} />
    ${t.head.value.may.views.length>1&&o`<${Gt} game=${t} />`}
    ${!H&&o`<a class="button quiet" href=${`/games/${encodeURIComponent(t.id)}${location.search}`} target="_blank" rel="noopener">${l("show-open")}</a>`}
  </header>
  <main class="play-area" id="main">
    <div class="scene">
      <${Ne} game=${t} />
      <${ue} game=${t} />
      <div class="stage"><${Pe} game=${t} /><${ae} game=${t} /></div>
    </div>
    <${de} game=${t} />
  </main>
  <${te} game=${t} />
  <${pe} game=${t} />
  ${!H&&o`<${J} game=${t} />`}`,ze=oe(Dn);Be(ze,["keys","values"]);H||Fe(ze);
//# sourceMappingURL=viewer-7OTRMP4L.js.map
