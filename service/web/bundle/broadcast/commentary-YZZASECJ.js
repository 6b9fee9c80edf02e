/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{$ as zt,A as yt,Aa as rt,C as gt,Ca as Ut,D as wt,Da as Wt,E as xt,Ea as Gt,F as M,Ga as Ht,Ia as Kt,J as kt,Ja as Vt,K as nt,L as Ct,M as St,N as Ot,P as _t,Pa as Yt,Qa as Jt,R as Mt,S as At,T as Et,U as Rt,V as Nt,Z as Pt,_ as Tt,aa as Dt,b as F,ba as v,c as dt,ca as x,da as R,ea as S,f as mt,fa as A,g as ht,ga as Bt,ha as X,i as f,ia as N,j as z,ja as U,k as _,ka as W,m as i,na as It,p as r,q as L,qa as Ft,r as d,s as q,sa as Lt,t as j,ta as qt,ua as jt,v as ft,va as ot,x as vt,xa as Xt,y as bt}from"./commentary-chunk-A2WRIYEJ.js";for(let t of document.querySelectorAll(".languages a"))t.addEventListener("click",()=>{let e=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${t.lang}; path=/; max-age=31536000; samesite=lax${e}`;let a=new URLSearchParams(location.search);a.set("lang",t.lang),t.href=`?${a.toString().replaceAll("%3A",":")}${location.hash}`});var te=matchMedia("(max-width: 52rem), (max-height: 30rem)"),Ee=matchMedia("(max-height: 50rem)"),Qt=11;function Zt(t){return te.matches?t.seats.value.map((e,a)=>String(a+1)):t.seats.value.map((e,a)=>t.name(a)).map(e=>e.length>Qt?`${e.slice(0,Qt-1)}…`:e)}var P=class extends F{element=null;chart=null;width=f(0);height=0;pointed=f(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.observer=new ResizeObserver(([{contentRect:{width:a,height:s}}])=>{(a!==this.width.value||s!==this.height)&&this.#t(),this.height=s,this.width.value=0,this.width.value=a}),this.observer.observe(e),this.stop=_(()=>this.#o())}componentWillUnmount(){this.observer?.disconnect(),this.stop?.(),this.#t()}#t(){this.chart?.destroy(),this.chart=null}get sizes(){return te.matches?Et:Ee.matches?At:Mt}get scale(){let{game:e}=this.props,a=7+Pt(e.seats.value.length,this.sizes)*(this.#a+3);return new Dt(this.width.value,Rt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:a})}get#a(){return Math.max(...Zt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=z(()=>{let{game:e}=this.props;e.timeline.changes.value;let a=e.limit.value,{series:s,markers:n}=e.timeline;if(!this.width.value||!a||!s.length)return null;let{scale:l}=this,o=qt(Lt(e),u=>l.x(u)),c=n.filter(({kind:u,n:p})=>u==="turn"&&p<=a);return{columns:Nt(s,a,l.last),scale:l,marks:o,turns:c}});#s=0;#n=z(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#n.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#r(e)))}async#r(e){if(this.chart){this.chart.show(e);return}let{Chart:a}=await import("./commentary-later-YHON2323.js").then(n=>n.part13).catch(()=>({Chart:null}));if(!a||!this.element?.isConnected||this.chart)return;let s=this.shown.value;s&&(this.chart=new a(this.element.querySelector(".chart"),this.sizes,s))}at=e=>{let{game:a}=this.props,s=this.element.getBoundingClientRect(),[n,l]=[e.clientX-s.left,e.clientY-s.top],{height:o,turns:c,lane:u}=this.sizes,p=l>=o-c-u&&l<o-c?jt(this.shown.value?.marks??[],n):void 0,$=Math.min(this.scale.n(n),a.limit.value);if(p)return{n:p.n,x:p.x,mark:p};if(l<o-c)return{n:$,x:n};let y=a.timeline.turns.filter(m=>m<=a.limit.value).toSorted((m,T)=>Math.abs(m-$)-Math.abs(T-$))[0]??$;return{n:y,x:this.scale.x(y)}};down=e=>{if(e.button)return;let{game:a}=this.props;a.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#e(this.pointed.value.n,!0)};move=e=>{let{game:a}=this.props,s=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!s)return;let n=s?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),a.limit.value),x:0}:this.at(e);s&&(n.x=this.scale.x(n.n)),this.pointed.value=n,s&&n.n!==a.n.value&&this.#e(n.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n:a}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:a.value,x:this.scale.x(a.value),isFocus:!0})};#e(e,a=!1){let{game:s,go:n}=this.props;n?n(e):s.goTo(e,{push:a})}render({game:e,label:a=i("replay-event")}){let s=e.n.value,n=e.limit.value,{scale:l,sizes:o}=this,c=l.x(n),u=Zt(e),p=this.shown.value?Tt(this.shown.value.columns,o):[];return r`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:zt(c,o)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${c+5}px)`}}>
          ${p.map(({column:$,y:O},y)=>r`<b key=${y} style=${{color:`var(--line-${y%7})`,transform:`translate(${$*(this.#a+3)}px, ${O}px)`}}>${u[y]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${l.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(n,2)} step="1" value=${s} aria-label=${a} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${$=>{e.playing.value=!1,this.#e(Number($.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${Ft} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var ee=t=>t.n.value<t.version.value,lt=t=>t.n.value>1,Re=[["first","replay-first",t=>t.goTo(1),lt],["turnBack","replay-turn-back",t=>nt(t,-1),lt],["back","replay-back",t=>t.step(-1),lt],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),ee],["turnNext","replay-turn-next",t=>nt(t,1),ee],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function ae({game:t}){let e=t.playing.value;return r`
    <footer class="bar" data-bar>
      <${Ne} game=${t} />
      <div class="moves" role="group" aria-label=${i("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${i("replay-events")} title=${i("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${M} name="list" /></button>
        ${Re.map(([a,s,n,l])=>{let o=a==="play",c=o&&e?i("replay-pause"):i(s);return r`<button type="button" key=${a} class=${o?"main":`quiet ${a}`} aria-label=${c} title=${c} aria-disabled=${String(!l(t))}
            onClick=${()=>{o||(t.playing.value=!1),n(t)}}><${M} name=${o&&e?"pause":a} /></button>`})}
        <label class="speed"><span class="visually-hidden">${i("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${a=>{t.speed.value=Number(a.target.value)}}>
            ${Ot.map(a=>r`<option value=${a}>${a}×</option>`)}</select></label>
        <${Pe} game=${t} />
        ${!j&&r`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${i("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${M} name="fork" /><span>${i("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&r`<button type="button" class="quiet reveal" onClick=${()=>t.setResultShown(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([a,s])=>r`<button type="button" key=${a} class="quiet" aria-label=${i(`replay-${a}`)} title=${i(`replay-${a}`)}
          onClick=${()=>{t.dialog.value=a}}><${M} name=${s} /></button>`)}</span>
      </div>
    </footer>`}function Ne({game:t}){let e=t.comparison.value;if(!e?.isLoaded.value)return r`<${P} game=${t} />`;let{other:a}=e;return r`
    <div class="bands" data-pane=${e.pane.value}>
      <${P} game=${t} />
      <${P} game=${a} label=${`${i("replay-event")} · ${a.id}`} go=${s=>e.goToOther(s)} />
    </div>`}function Pe({game:t}){let e=r`<b>${t.n.value}</b>`;return r`<span class="where">${t.typedDigits.value?r`→ <b>${t.typedDigits.value}</b>`:t.isStory.value?e:r`${e} / ${t.version.value}`}</span>`}var Te={call:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part6)).CallDialog),dispute:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part7)).DisputeDialog),deal:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part0)).DealDialog),fork:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part5)).ForkDialog),hints:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part9)).Hints),keys:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part16)).KeySheet),menu:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part18)).Menu),seats:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part10)).SeatsDialog),same_deal:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part3)).SameDealDialog),share:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part1)).Share),values:d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part14)).CoinTable)};function se({game:t}){let e=t.dialog.value&&Te[t.dialog.value],a=ht(null),s=!!e;return s&&!a.current&&(a.current=document.activeElement),mt(()=>{s||(document.activeElement===document.body&&a.current?.focus(),a.current=null)},[s]),e?r`<${e} game=${t} />`:null}var{editions:ne={},phases:ze={}}=q(),G=(t,e)=>ne[t]?.areas[e]||{},oe=(t,e)=>ne[t]?.phases[e]||ze[e]||e;var De=({card:t,at:e,mark:a=null,front:s=!1,isTabStop:n=!1})=>r`
  <button type="button" class=${`card ${A(t)} ${s?"front":""} ${a?.look||""}`} data-place=${e} data-card=${t} tabindex=${n?0:-1}
    aria-disabled=${a?.look.includes("grey")?"true":null} aria-pressed=${a?.look.includes("picked")?"true":null}
    aria-label=${[S(t),s&&i("table-front"),a?.note].filter(Boolean).join(", ")} title=${a?.note||S(t)}>
    <${N} card=${t} known=${a?.bean} /></button>`;function E({zone:t,title:e,cards:a,at:s,marks:n={},front:l=!1,quiet:o=!1}){let c=n[s],u=a.length>0&&a.every(p=>p===v);return r`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${a.length?"":"bare"}`} data-zone=${t} data-place=${s}>
      ${(a.length>0||!o)&&r`<h4 title=${e}><span>${e}</span> <b>${a.length}</b></h4>`}
      <ul class=${`fan ${u?"hidden":""}`} aria-label=${e}>
        ${a.map((p,$)=>r`<li key=${$}><${De} card=${p} at=${`${s}/${$}`} mark=${n[`${s}/${$}`]} front=${l&&$===0&&p!==v} isTabStop=${$===0} /></li>`)}
      </ul>
    </div>`}var it=({cards:t=[],coins:e=0})=>r`
  <span class="goods">${U(t).map(([a,s])=>r`
    <span class=${`mini ${a===v?"back":""}`} title=${S(a)}>${a===v?"?":r`<${Bt} card=${a} />`}${s>1&&r`<b>${s}</b>`}<span class="visually-hidden">${S(a)}</span></span>`)}
    ${e>0&&r`<span class="mini"><${X} /><b>${e}</b></span>`}
    ${!t.length&&!e&&r`<span class="nothing">${i("table-nothing")}</span>`}</span>`,H=({k:t,name:e})=>t===null?r`<span class="who-mini">${i("table-anyone")}</span>`:r`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,re=t=>t.map(e=>e.variety||v),Be=t=>[...Object.entries(t.want||{}).flatMap(([e,a])=>Array(a).fill(e)),...t.want_turned_up||[]];function le({position:t,name:e,actions:a}){let{proposals:s=[],donations:n=[]}=t;return r`
    <ul class="offers" aria-label=${i("table-offers")}>
      ${s.map(l=>r`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${H} k=${l.seat} name=${e} /><${it} cards=${re(l.give)} coins=${l.give_coins} />
        <span class="swap" aria-label=${i("table-for")}>⇄</span>
        <${it} cards=${Be(l)} coins=${l.want_coins} /><${H} k=${l.with} name=${e} />${a?.(l.proposal)}</li>`)}
      ${n.map(l=>r`<li key=${l.proposal} class="offer" data-proposal=${l.proposal}>
        <${H} k=${l.seat} name=${e} /><${it} cards=${re(l.cards)} coins=${l.coins} />
        <span class="swap" aria-label=${i("table-gives-to")}>→</span><${H} k=${l.to} name=${e} />${a?.(l.proposal)}</li>`)}
    </ul>`}var Ie=d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part21)).Attack);function ce({position:t,name:e,marks:a,actions:s}){let{edition:n}=t,l=Object.entries(G(n,"table")).filter(([o])=>t[o]);return r`
    <div class="middle">
      <h3 class="visually-hidden">${i("table-middle")}</h3>
      <${ie} zone="draw_pile" title=${i("table-draw-pile")} pile=${x(t.draw_pile)} face=${v} mark=${a["/draw_pile"]}
        exhaustions=${t.exhaustions} note=${t.exhaustions>0?i("table-exhausted",{count:t.exhaustions}):""} />
      <${ie} zone="discard_pile" title=${i("table-discards")} pile=${x(t.discard_pile)} face=${x(t.discard_pile)[0]} mark=${a["/discard_pile"]||a["/discard_pile/0"]} />
      <${E} zone="turned_up" title=${i("table-turned-up")} cards=${x(t.turned_up)} at="/turned_up" marks=${a} />
      ${l.map(([o,c])=>r`<${E} key=${o} zone=${o} title=${c} cards=${x(t[o])} at=${`/${o}`} marks=${a} />`)}
      ${t.attack&&r`<${Ie} position=${t} name=${e} />`}
      <${le} position=${t} name=${e} actions=${s} />
    </div>`}var ie=({zone:t,title:e,pile:a,face:s,mark:n,note:l="",exhaustions:o=0})=>r`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${a.length}</b></h4>
    <button type="button" class=${`card ${a.length?A(s):"slot"} ${a.length>1?"edges-3":""} ${n?.look||""}`} data-place=${`/${t}`} data-card=${a.length?s:null}
      aria-label=${[`${e}: ${a.length}`,a.length>0&&s!==v&&S(s),l,n?.note].filter(Boolean).join(", ")} title=${n?.note||l||e}>
      ${a.length>0&&r`<${N} card=${s} />`}</button>
    ${o>0&&r`<p class="pile-note" aria-hidden="true">↻ ${o}</p>`}
  </div>`;var Fe=4,D=class extends L{render({field:e,i:a,at:s,pay:n,mark:l}){let o=e.at(-1)??v,c=U(e),u=e.length?`${W(e)}. ${n?Le(n):""}`:i("table-field-empty");return r`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${l?.look||""} ${e.length?"":"slot"}`} data-place=${s} data-card=${e.length?o:null} tabindex=${a===0?0:-1}
            aria-disabled=${l?.look.includes("grey")?"true":null} aria-label=${`${i("table-field",{field:a+1})}: ${u}${l?.note?`, ${l.note}`:""}`} title=${l?.note||u}>
            ${e.length>0&&r`<span class=${`card edges-${Math.min(e.length-1,Fe)} ${A(o)}`}><${N} card=${o} /></span>`}</button>
          ${e.length>1&&r`<span class="many" aria-hidden="true">${c.length>1?c.map(([p,$])=>r`<i class=${A(p)}>${$}</i>`):e.length}</span>`}
          ${n&&r`<span class=${`worth ${n.coins?"":"naught"}`} aria-hidden="true">${n.coins}</span>`}
          ${n?.doubled&&r`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${n&&r`<${qe} pay=${n} />`}
      </div>`}};function Le({coins:t,cards:e,next:a,meter:s}){let n=i("table-pays",{coins:t});return a?`${n}, ${i("table-pays-next",{coins:a.coins,cards:a.cards,more:a.cards-e})}`:n}function qe({pay:t}){let{cards:e,steps:a}=t;if(!a?.length)return r`<p class="meter"></p>`;let s=a[a.length-1][0],n=100/s;return r`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,s)*n}`} />
      ${a.map(([l,o])=>r`<circle class=${l<=e?"paid":""} cx=${4+l*n-3} cy="7" r="6.500" /><text x=${4+l*n-3} y="10.500">${o}</text>`)}
    </svg>`}var je={table:(t,e)=>{let a=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||a?"narrow":"",a?"flat":t<=480?"phone":""]]},seat:(t,e)=>{let a=t<=320,s=e>=7.4*16&&t<=608||e>5.6*16&&a;return[{"--sw":t,"--sh":e},[e<=89.6?"low":"",s?"tall":"",a?"slim":""]]}},ue=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:a}of t){let s=e,[n,l]=je[s.matches(".seat")?"seat":"table"](a.width,a.height);for(let[o,c]of Object.entries(n))s.style.setProperty(o,`${c}px`);s.dataset.shape=l.filter(Boolean).join(" ")}});function K(){let t=null;return e=>{t&&ue.unobserve(t),t=e,t&&ue.observe(t)}}var Xe=[],V=class extends L{observeSize=K();render({seat:e,k:a,name:s,edition:n,pays:l,marks:o,isActive:c,isViewer:u,isYou:p,held:$,hasWon:O,isSecond:y}){let m=`/seats/${a}`,T=x(e.hand),et=Object.entries(G(n,"seat")).filter(([g])=>e[g]!==null&&e[g]!==void 0),at=y?{}:{"data-seat":a};return r`
      <section ref=${this.observeSize} role="group" class=${`seat seat-${a%7} ${c?"active":""} ${p?"you":""}`} ...${at} aria-label=${i("table-seat",{seat:a+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${a+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${We} coins=${e.coins} at=${m} mark=${o[`${m}/coins`]} />${$&&r`<${Ge} held=${$} />`}</span>
          <span class="tags">
            ${c&&r`<span class="tag turn">${i("table-active")}</span>`}
            ${p?r`<span class="tag">${i("table-you")}</span>`:u&&r`<span class="tag">${i("table-eyes")}</span>`}
            ${O&&r`<span class="tag won">${i("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${m}/fields`}>
          ${e.fields.map((g,w)=>r`<${D} key=${w} ...${{field:g,i:w,at:`${m}/fields/${w}`,pay:l?.[w]??null,mark:Ue(o,`${m}/fields/${w}`)}} />`)}
          ${o[`${m}/fields/${e.fields.length}`]&&r`<${D} key="next" ...${{field:Xe,i:e.fields.length,at:`${m}/fields/${e.fields.length}`,pay:null,mark:o[`${m}/fields/${e.fields.length}`]}} />`}
        </div>
        <${E} zone="aside" title=${i("table-set-aside")} cards=${x(e.set_aside)} at=${`${m}/set_aside`} marks=${o} quiet />
        ${et.map(([g,w])=>r`<${E} key=${g} zone=${g} title=${w} cards=${x(e[g])} at=${`${m}/${g}`} marks=${o} />`)}
        <${E} zone="hand" title=${i("table-hand")} cards=${T} at=${`${m}/hand`} marks=${o} front />
      </section>`}};function Ue(t,e){if(t[e])return t[e];let a=Object.keys(t).find(s=>s.startsWith(`${e}/`));return a?t[a]:null}var We=({coins:t,at:e,mark:a})=>r`
  <button type="button" class=${`coins ${a?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${i("table-coins",{count:R(t)})} title=${Array.isArray(t)&&t.length?W(t):i("table-coins",{count:R(t)})}>
    <${X} /><b>${R(t)}</b></button>`,Ge=({held:{count:t,points:e}})=>r`<span class="holding" title=${i("table-holding",{count:t,points:e})}><${M} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${i("table-holding",{count:t,points:e})}</span></span>`;var He=d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part22)).Board),pe={};function Ke(t,e){let a=Object.entries(t).filter(([s])=>s.startsWith(`/seats/${e}/`));return a.length?Object.fromEntries(a):pe}function $e({snapshot:t,name:e,eyes:a=null,you:s=null,marks:n=pe,press:l=null,isSecond:o=!1,actions:c=null}){let{table:u,pays:p,lands:$}=t,{seats:O,turn:y,edition:m,board:T}=u,et=u.ended||!de(y)?null:y.seat,at=o?{"data-compared":""}:{"data-table":"","data-n":t.n},g=st=>{let h=st.target.closest("[data-place]");l&&h&&l(h.dataset.place||"",h)},w=!!T?.cells?.length;return r`
    <div class=${`table of-${O.length} ${w?"war":""}`} ...${at} onClick=${g} onKeyDown=${Ve}>
      <${ce} ...${{position:u,name:e,marks:n,actions:c}} />
      ${w&&r`<${He} ...${{position:u,lands:$,name:e,marks:n}} />`}
      <div class="seats">
        ${O.map((st,h)=>r`<${V} key=${h} ...${{seat:st,k:h,edition:m,isSecond:o}} name=${e(h)} pays=${p?.[h]} marks=${Ke(n,h)}
          isActive=${h===et} isViewer=${h===a} isYou=${h===s} held=${$?.seats[h]??null} hasWon=${!!u.winners?.includes(h)} />`)}
      </div>
    </div>`}var de=t=>t.number>0||!["","seating"].includes(t.phase??"");function Y(t,e){let{turn:a,edition:s,ended:n,winners:l}=t;if(n)return l?.length?i("table-won",{names:l.map(e).join(", ")}):i("table-over");if(!de(a))return i("table-seating");let o=a.phase?oe(s,a.phase):"";return a.number?i("table-turn",{turn:a.number,name:e(a.seat),phase:o}):`${e(a.seat)}: ${o}`}function Ve(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,a=t.target,s=e&&a.closest("[data-zone]");if(!s)return;let n=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],l=n[n.indexOf(a)+e];l&&(t.preventDefault(),l.focus())}var Ye=d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part11)).FaultBanner),Je=d(async()=>(await import("./commentary-later-YHON2323.js").then(t=>t.part19)).SheetLink);function me({game:t}){let e=t.n.value,a=t.shown.value,s=t.verdicts.of(e),n=Wt(s),l=t.isKeyHeld.value;return r`
    ${t.verdicts.faults.value.length>0&&r`<${Ye} game=${t} />`}
    <div class=${`telling ${n?"wrong":""} ${a&&!a.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${a&&Y(a.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||l?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${n?"✗":s&&s.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${l?"held":""}>${t.sentences[e-1]}</span>
          ${kt(t,e).map(o=>r`<span class="moment-note" key=${o}><${It} kind="lead" />${o}</span>`)}
          ${n&&r` <strong class="verdict-word">${i(`replay-${s?.verdict}`)}</strong>`}</span>
        ${n&&r`<span class="why">${s?.says}</span>`}
      </p>
      <div class="tools">
        ${s?.clause&&r`<${Ht} game=${t} verdict=${s} at="telling" />`}
        <${Jt} game=${t} />
        ${n&&r`<${Je} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function he(t,e=()=>{}){let a=new Gt(q().game,ot(location.search),document.documentElement.lang||"en"),s=new Ut(a),n=document.getElementById("app"),l=()=>a.version.value?r`<${t} game=${a} />`:r`<p class=${a.problem.value?"error":"loading"} role="status">${a.problem.value||i("replay-loading")}</p>`;return j&&(a.write=o=>Xt(o)),a.onViewChange=()=>s.stop(),a.onLoaded=()=>{a.isLive.value?s.start():s.stop(),e()},addEventListener("popstate",()=>a.restorePlace(ot(location.search))),_(()=>_t(a)),_(()=>{a.head.value&&(document.title=`${a.seats.value.map((o,c)=>a.name(c)).join(", ")} · Haricot`)}),Yt(a),n.replaceChildren(),dt(r`<${l} />`,n),a.open(),a}var Qe=matchMedia("(prefers-reduced-motion: reduce)");function fe(t,e){for(let a=e;a;a=a.slice(0,a.lastIndexOf("/"))){let s=t.querySelector(`[data-place="${a}"]`);if(s)return s.matches(".zone, .fields")?s.querySelector(".card, .fan, .slot")??s:s}return null}function Ze(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:a,to:s,...n})=>({...n,from:s,to:a})):[]}function ve(t,e,a){if(Qe.matches||e===a||document.hidden)return null;let s=t.getBoundingClientRect();return Ze(e,a).slice(0,24).map(({from:l,to:o})=>{let c=fe(t,l),u=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let p=c.getBoundingClientRect();return{from:p,to:o,copy:u?ta(u,p,s):null}}).filter(Boolean)}function ta(t,e,a){let s=t.cloneNode(!0);s.className=`${s.className} ghost`;for(let n of["data-place","data-card","aria-label","title"])s.removeAttribute(n);return s.setAttribute("aria-hidden","true"),Object.assign(s.style,{left:`${e.left-a.left}px`,top:`${e.top-a.top}px`,width:`${e.width}px`,height:`${e.height}px`}),s}function be(t,e){let a=e.flatMap(({from:s,to:n,copy:l})=>{let o=fe(t,n);if(!o)return[];let c=o.matches("button.card");if(c)o.classList.add("flying");else if(l)t.append(l);else return[];return[{from:s,target:o,isCard:c,copy:l}]});a.length&&requestAnimationFrame(()=>{let s=a.map(n=>({...n,to:n.target.getBoundingClientRect()}));for(let{from:n,to:l,target:o,isCard:c,copy:u}of s)o.isConnected?c?ea(o,n,l):u&&aa(u,n,l):u?.remove()})}async function ye(t,e,a){let s=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...a,offset:.5},a],440);await new Promise(n=>setTimeout(n,220)),s.cancel()}var ge=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,B=new WeakMap;async function ea(t,e,a){let s=a.height?Math.max(e.height/a.height,.4):1;B.set(t,(B.get(t)??0)+1),await ye(t,{transform:`${ge(a,e)} scale(${s})`},{transform:"none"}),B.set(t,(B.get(t)??0)-1),t.classList.toggle("flying",!!B.get(t))}async function aa(t,e,a){await ye(t,{transform:"none",opacity:1},{transform:`${ge(e,a)} scale(.7)`,opacity:.55}),t.remove()}function we(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,a,s]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(s&&Number(s)<R(t.seats[Number(a)]?.hand))return e;let n=e.slice(1).split("/").reduce((l,o)=>l?.[o],t);return Array.isArray(n)?n.length?`${e}/${n.length-1}`:null:typeof n=="string"?e:null}var xe=t=>t.replace(/\/[0-9]+$/,(e,a)=>/\/fields$/.test(t.slice(0,a))?e:"");function ke({moves:t=[]},e){let a={},s=e?"came wrong":"came",n=e?"left wrong":"left";for(let{from:l,to:o}of t)l&&(a[xe(l)]??={look:n}),o&&(a[o]={look:s},/\/(coins|fields|discard_pile)\b/.test(o)&&(a[xe(o)]={look:s}));return a}function Ce(t,e){let a={...t};for(let[s,{look:n,note:l,bean:o}]of Object.entries(e)){let c=a[s];a[s]=c?{look:`${c.look} ${n}`,note:l||c.note,bean:o||c.bean}:{look:n,note:l,bean:o}}return a}function Se({game:t,player:e=null,isSecond:a=!1,more:s={}}){let n=e?.preview?.value??t.shown.value,l=t.isCurrent.value;if(!n)return r`<div class="felt waiting" aria-busy="true"></div>`;let o=[t.knownCards.marks(n.n),s,e?.marks.value??{}].reduce(Ce,ke(n,t.isWrong(n.n))),c=(u,p)=>{let $=!e?.press(u,p)&&we(n.table,u);$&&(t.pressed.value={place:$,n:n.n,element:p})};return r`
    <div class=${`felt ${l?"":"stale"}`} aria-busy=${String(!l)}>
      <h2 class="visually-hidden">${Y(n.table,t.name)}</h2>
      <${ct} game=${t} snapshot=${n}>
        <${$e} snapshot=${n} name=${t.name} eyes=${t.viewSeat.value} you=${t.you.value} marks=${o} isSecond=${a} press=${a?null:c} actions=${e&&e.answers()} />
      <//>
      ${!l&&r`<p class="lagging" role="status">${i("replay-lagging",{shown:String(n.n),n:String(t.n.value)})} <b>${t.loadError.value}</b></p>`}
    </div>`}var ct=class extends F{table=null;observeSize=K();hold=e=>{this.table=e,this.observeSize(e)};motions=null;componentDidMount(){this.stop=_(()=>{let e=this.props.game.shown.value;this.motions=this.table&&e&&ve(this.table,this.props.snapshot,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.motions&&be(this.table,this.motions),this.motions=null}render({children:e}){return r`<div class="moving" ref=${this.hold}>${e}</div>`}};var sa={director:"hrc_dir_",arbiter:"hrc_arb_",scorer:"hrc_scr_",broadcaster:"hrc_brc_",player:"hrc_plr_"},Vs=Object.keys(sa),na=t=>`haricot:tournament:${t}`;var Oe=t=>JSON.parse(localStorage.getItem(na(t))??"{}");var _e=(t,e="",a={})=>rt(`/tournaments/${encodeURIComponent(t)}${e}`,a);var J=class{constructor(e){this.key=`haricot:notes:${e}`,this.all=f(JSON.parse(localStorage.getItem(this.key)??"[]"))}#t(e){this.all.value=e,localStorage.setItem(this.key,JSON.stringify(e))}add(e){this.#t([...this.all.value,{...e,id:`${Date.now()}`}].sort((a,s)=>a.n-s.n))}remove(e){this.#t(this.all.value.filter(a=>a.id!==e))}};var oa=2e3,$t=new URLSearchParams(location.search).get("tournament")??"",Q=f(""),b=f([]),pt=f(!1),k=f(""),tt=f(""),I=f(!1),Z=()=>{let{broadcaster:t,director:e}=Oe($t);return t??e??null},Ae=()=>{C.following.value=!1};function ra(t){if(Ae(),pt.value)k.value?(t!==k.value&&(b.value=[...b.value,{place:k.value,to:t}]),k.value=""):k.value=t;else{let e=b.value.filter(a=>a.place!==t||a.to);b.value=e.length<b.value.length?e:[...b.value,{place:t}]}return!0}var la={press:ra,marks:z(()=>Ct([...b.value,...k.value?[{place:k.value}]:[]])),answers:()=>null};function ut(){Q.value=k.value="",b.value=[],C.isLive.value&&C.goTo(C.version.value)}async function Me(t){if(I.value)return!1;I.value=!0;try{let e={game:C.id,n:t.n,text:t.text,marks:t.marks};return await bt(`/v1/tournaments/${encodeURIComponent($t)}/commentary`,{method:"POST",body:e,token:Z(),headers:{"Idempotency-Key":yt()}}),tt.value="",await C.loadExtras(),!0}catch(e){return tt.value=gt(e),!1}finally{I.value=!1}}function ia({game:t,notes:e}){let a=t.n.value,s={n:a,text:Q.value.trim(),marks:b.value},n=async()=>{await Me(s)&&ut()},l=t.notes.value.filter(o=>o.kind==="commentary");return r`<aside class="notes-panel" aria-label=${i("cast-notes")}>
    <p class="small">${i("cast-notes-how")} <a href=${_e($t)}>${i("cast-back")}</a></p>
    ${tt.value&&r`<p class="error" role="alert">${tt.value}</p>`}
    ${!Z()&&r`<p class="error">${i("cast-no-token")}</p>`}
    <label>${i("cast-note-on",{n:String(a)})}<textarea rows="3" maxlength="2000" value=${Q.value} onInput=${o=>{Ae(),Q.value=o.target.value}}></textarea></label>
    <label class="check"><input type="checkbox" checked=${pt.value} onChange=${o=>{pt.value=o.target.checked,k.value=""}} /> ${i("cast-arrow")}</label>
    <p class="small">${i("cast-marked",{count:b.value.length})} ${b.value.length>0&&r`<button type="button" class="quiet" onClick=${ut}>${i("cast-clear")}</button>`}</p>
    <p class="actions"><button type="button" disabled=${!s.text||I.value||!Z()} onClick=${n}>${i("cast-publish")}</button>
      <button type="button" class="quiet" disabled=${!s.text} onClick=${()=>{e.add(s),ut()}}>${i("cast-keep")}</button></p>
    <h2>${i("cast-private")}</h2>
    <ul>${e.all.value.map(o=>r`<li key=${o.id}><button type="button" class="jump" onClick=${()=>t.goTo(o.n)}>#${o.n}</button><p>${o.text}</p>
      <p class="actions"><button type="button" class="quiet" disabled=${I.value||!Z()} onClick=${async()=>{await Me(o)&&e.remove(o.id)}}>${i("cast-publish")}</button>
        <button type="button" class="quiet" onClick=${()=>e.remove(o.id)}>${i("cast-discard")}</button></p></li>`)}</ul>
    <h2>${i("cast-published")}</h2>
    <ul>${l.map(o=>r`<li key=${o.id} data-published=${o.n}><button type="button" class="jump" onClick=${()=>t.goTo(o.n)}>#${o.n}</button><p>${o.text}</p></li>`)}</ul>
  </aside>`}var ca=({game:t})=>r`
  <header class="game-top"><${Kt} game=${t} /><${Vt} game=${t} /></header>
  <main class="play-area" id="main">
    <div class="scene"><${me} game=${t} /><div class="stage"><${Se} game=${t} player=${la} /><${St} marks=${b.value} n=${t.n.value} /></div></div>
    <${ia} game=${t} notes=${pa} />
  </main>
  <${ae} game=${t} />
  <${se} game=${t} />`;async function ua(){for(;;){let t=await xt();try{if(t){let e=await vt(ft(C.id,"/annotations/stream"),{headers:{Accept:"text/event-stream"},signal:t.lost});for await(let a of wt(e.body))await C.loadExtras()}}catch{}finally{t?.release()}await new Promise(e=>{setTimeout(e,oa)})}}var C=he(ca),pa=new J(C.id);ua();
//# sourceMappingURL=commentary-YZZASECJ.js.map
