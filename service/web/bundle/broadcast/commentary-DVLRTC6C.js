/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
import{$ as It,A as gt,Aa as lt,C as yt,Ca as Ht,D as wt,Da as Gt,E as xt,Ea as Ut,F as _,Ga as Jt,Ia as Kt,J as kt,Ja as Xt,K as nt,L as Ot,M as St,N as Ct,P as At,Pa as Yt,Qa as Vt,R as _t,S as Mt,T as Et,U as Nt,V as Rt,Z as Bt,_ as Tt,aa as zt,b as F,ba as v,c as dt,ca as x,da as N,ea as S,f as ht,fa as M,g as mt,ga as Dt,ha as W,i as f,ia as R,j as I,ja as H,k as A,ka as G,m as i,na as Lt,p as l,q as P,qa as Ft,r as d,s as j,sa as Pt,t as q,ta as jt,ua as qt,v as ft,va as ot,x as vt,xa as Wt,y as bt}from"./commentary-chunk-YRLARMQM.js";for(let t of document.querySelectorAll(".languages a"))t.addEventListener("click",()=>{let e=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${t.lang}; path=/; max-age=31536000; samesite=lax${e}`;let a=new URLSearchParams(location.search);a.set("lang",t.lang),t.href=`?${a.toString().replaceAll("%3A",":")}${location.hash}`});var te=matchMedia("(max-width: 52rem), (max-height: 30rem)"),Ee=matchMedia("(max-height: 50rem)"),Qt=11;function Zt(t){return te.matches?t.seats.value.map((e,a)=>String(a+1)):t.seats.value.map((e,a)=>t.name(a)).map(e=>e.length>Qt?`${e.slice(0,Qt-1)}…`:e)}var B=class extends F{element=null;chart=null;width=f(0);height=0;pointed=f(null);hold=e=>{this.element=e};componentDidMount(){let e=this.element;this.seen=new ResizeObserver(([{contentRect:{width:a,height:s}}])=>{(a!==this.width.value||s!==this.height)&&this.#t(),this.height=s,this.width.value=0,this.width.value=a}),this.seen.observe(e),this.stop=A(()=>this.#o())}componentWillUnmount(){this.seen?.disconnect(),this.stop?.(),this.#t()}#t(){this.chart?.destroy(),this.chart=null}get sizes(){return te.matches?Et:Ee.matches?Mt:_t}get scale(){let{game:e}=this.props,a=7+Bt(e.seats.value.length,this.sizes)*(this.#a+3);return new zt(this.width.value,Nt(e.limit.value,e.isStory.value),{left:this.sizes.axis,right:a})}get#a(){return Math.max(...Zt(this.props.game).map(e=>e.length))*this.sizes.label*.62}shown=I(()=>{let{game:e}=this.props;e.timeline.grown.value;let a=e.limit.value,{series:s,markers:n}=e.timeline;if(!this.width.value||!a||!s.length)return null;let{scale:r}=this,o=jt(Pt(e),u=>r.x(u)),c=n.filter(({kind:u,n:p})=>u==="turn"&&p<=a);return{columns:Rt(s,a,r.last),scale:r,marks:o,turns:c}});#s=0;#n=I(()=>!!this.props.game.shown.value);#o(){let e=this.shown.value;!e||!this.#n.value||(cancelAnimationFrame(this.#s),this.#s=requestAnimationFrame(()=>this.#l(e)))}async#l(e){if(this.chart){this.chart.show(e);return}let{Chart:a}=await import("./commentary-later-CS4LMOKB.js").then(n=>n.part13).catch(()=>({Chart:null}));if(!a||!this.element?.isConnected||this.chart)return;let s=this.shown.value;s&&(this.chart=new a(this.element.querySelector(".chart"),this.sizes,s))}at=e=>{let{game:a}=this.props,s=this.element.getBoundingClientRect(),[n,r]=[e.clientX-s.left,e.clientY-s.top],{height:o,turns:c,lane:u}=this.sizes,p=r>=o-c-u&&r<o-c?qt(this.shown.value?.marks??[],n):void 0,$=Math.min(this.scale.n(n),a.limit.value);if(p)return{n:p.n,x:p.x,mark:p};if(r<o-c)return{n:$,x:n};let g=a.timeline.turns.filter(h=>h<=a.limit.value).toSorted((h,T)=>Math.abs(h-$)-Math.abs(T-$))[0]??$;return{n:g,x:this.scale.x(g)}};down=e=>{if(e.button)return;let{game:a}=this.props;a.playing.value=!1,e.currentTarget.setPointerCapture(e.pointerId),this.pointed.value=this.at(e),this.#e(this.pointed.value.n,!0)};move=e=>{let{game:a}=this.props,s=e.currentTarget.hasPointerCapture(e.pointerId);if(e.pointerType==="touch"&&!s)return;let n=s?{n:Math.min(this.scale.n(e.clientX-e.currentTarget.getBoundingClientRect().left),a.limit.value),x:0}:this.at(e);s&&(n.x=this.scale.x(n.n)),this.pointed.value=n,s&&n.n!==a.n.value&&this.#e(n.n)};leave=()=>{this.pointed.value=null};focused=e=>{let{n:a}=this.props.game;e.target.matches(":focus-visible")&&(this.pointed.value={n:a.value,x:this.scale.x(a.value),isFocus:!0})};#e(e,a=!1){let{game:s,go:n}=this.props;n?n(e):s.goTo(e,{push:a})}render({game:e,label:a=i("replay-event")}){let s=e.n.value,n=e.limit.value,{scale:r,sizes:o}=this,c=r.x(n),u=Zt(e),p=this.shown.value?Tt(this.shown.value.columns,o):[];return l`
      <div class="band" ref=${this.hold} onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.leave} onPointerCancel=${this.leave} onPointerLeave=${this.leave}>
        <div class="chart" aria-hidden="true" style=${{clipPath:It(c,o)}}></div>
        <div class="ends" aria-hidden="true" style=${{transform:`translateX(${c+5}px)`}}>
          ${p.map(({column:$,y:C},g)=>l`<b key=${g} style=${{color:`var(--line-${g%7})`,transform:`translate(${$*(this.#a+3)}px, ${C}px)`}}>${u[g]}</b>`)}
        </div>
        <i class="cursor" aria-hidden="true" style=${{transform:`translateX(${r.x(s)}px)`}}></i>
        <input type="range" min="1" max=${Math.max(n,2)} step="1" value=${s} aria-label=${a} aria-valuetext=${`${s}: ${e.sentences[s-1]||""}`}
          onInput=${$=>{e.playing.value=!1,this.#e(Number($.target.value))}} onFocus=${this.focused} onBlur=${this.leave} />
        <${Ft} game=${e} pointed=${this.pointed} width=${this.width} />
      </div>`}};var ee=t=>t.n.value<t.version.value,rt=t=>t.n.value>1,Ne=[["first","replay-first",t=>t.goTo(1),rt],["turnBack","replay-turn-back",t=>nt(t,-1),rt],["back","replay-back",t=>t.step(-1),rt],["play","replay-play",t=>{t.playing.value=!t.playing.value},()=>!0],["next","replay-next",t=>t.step(1),ee],["turnNext","replay-turn-next",t=>nt(t,1),ee],["last","replay-last",t=>t.goTo(t.limit.value),t=>t.n.value<t.limit.value]];function ae({game:t}){let e=t.playing.value;return l`
    <footer class="bar" data-bar>
      <${Re} game=${t} />
      <div class="moves" role="group" aria-label=${i("replay-controls")}>
        <button type="button" class="quiet to-rail" aria-expanded=${String(t.sheet.value)} aria-label=${i("replay-events")} title=${i("replay-events")}
          onClick=${()=>{t.sheet.value=!t.sheet.value}}><${_} name="list" /></button>
        ${Ne.map(([a,s,n,r])=>{let o=a==="play",c=o&&e?i("replay-pause"):i(s);return l`<button type="button" key=${a} class=${o?"main":`quiet ${a}`} aria-label=${c} title=${c} aria-disabled=${String(!r(t))}
            onClick=${()=>{o||(t.playing.value=!1),n(t)}}><${_} name=${o&&e?"pause":a} /></button>`})}
        <label class="speed"><span class="visually-hidden">${i("replay-speed")}</span>
          <select value=${String(t.speed.value)} onChange=${a=>{t.speed.value=Number(a.target.value)}}>
            ${Ct.map(a=>l`<option value=${a}>${a}×</option>`)}</select></label>
        <${Be} game=${t} />
        ${!q&&l`<button type="button" class="quiet what-if-button" aria-haspopup="dialog" title=${i("branch-what-if-from",{n:String(t.n.value)})} onClick=${()=>{t.dialog.value="fork"}}><${_} name="fork" /><span>${i("branch-what-if")}</span></button>`}
        ${!t.isLive.value&&l`<button type="button" class="quiet reveal" onClick=${()=>t.reveal(!t.result.value)}>${i(t.result.value?"replay-hide-result":"replay-show-result")}</button>`}
        <span class="asides">${[["values","table"],["keys","keys"]].map(([a,s])=>l`<button type="button" key=${a} class="quiet" aria-label=${i(`replay-${a}`)} title=${i(`replay-${a}`)}
          onClick=${()=>{t.dialog.value=a}}><${_} name=${s} /></button>`)}</span>
      </div>
    </footer>`}function Re({game:t}){let e=t.comparison.value;if(!e?.isHere.value)return l`<${B} game=${t} />`;let{other:a}=e;return l`
    <div class="bands" data-pane=${e.pane.value}>
      <${B} game=${t} />
      <${B} game=${a} label=${`${i("replay-event")} · ${a.id}`} go=${s=>e.goThere(s)} />
    </div>`}function Be({game:t}){let e=l`<b>${t.n.value}</b>`;return l`<span class="where">${t.typed.value?l`→ <b>${t.typed.value}</b>`:t.isStory.value?e:l`${e} / ${t.version.value}`}</span>`}var Te={call:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part6)).CallDialog),dispute:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part7)).DisputeDialog),deal:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part0)).DealDialog),fork:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part5)).WhatIf),hints:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part9)).Hints),keys:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part16)).KeySheet),menu:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part18)).Menu),seats:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part10)).SeatsDialog),same_deal:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part3)).SameDeal),share:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part1)).Share),values:d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part14)).Values)};function se({game:t}){let e=t.dialog.value&&Te[t.dialog.value],a=mt(null),s=!!e;return s&&!a.current&&(a.current=document.activeElement),ht(()=>{s||(document.activeElement===document.body&&a.current?.focus(),a.current=null)},[s]),e?l`<${e} game=${t} />`:null}var{editions:ne={},phases:Ie={}}=j(),U=(t,e)=>ne[t]?.areas[e]||{},oe=(t,e)=>ne[t]?.phases[e]||Ie[e]||e;var ze=({card:t,at:e,mark:a=null,front:s=!1,stop:n=!1})=>l`
  <button type="button" class=${`card ${M(t)} ${s?"front":""} ${a?.look||""}`} data-place=${e} data-card=${t} tabindex=${n?0:-1}
    aria-disabled=${a?.look.includes("grey")?"true":null} aria-pressed=${a?.look.includes("picked")?"true":null}
    aria-label=${[S(t),s&&i("table-front"),a?.note].filter(Boolean).join(", ")} title=${a?.note||S(t)}>
    <${R} card=${t} known=${a?.bean} /></button>`;function E({zone:t,title:e,cards:a,at:s,marks:n={},front:r=!1,quiet:o=!1}){let c=n[s],u=a.length>0&&a.every(p=>p===v);return l`
    <div class=${`zone fan-zone ${t} ${c?.look||""} ${a.length?"":"bare"}`} data-zone=${t} data-place=${s}>
      ${(a.length>0||!o)&&l`<h4 title=${e}><span>${e}</span> <b>${a.length}</b></h4>`}
      <ul class=${`fan ${u?"hidden":""}`} aria-label=${e}>
        ${a.map((p,$)=>l`<li key=${$}><${ze} card=${p} at=${`${s}/${$}`} mark=${n[`${s}/${$}`]} front=${r&&$===0&&p!==v} stop=${$===0} /></li>`)}
      </ul>
    </div>`}var it=({cards:t=[],coins:e=0})=>l`
  <span class="goods">${H(t).map(([a,s])=>l`
    <span class=${`mini ${a===v?"back":""}`} title=${S(a)}>${a===v?"?":l`<${Dt} card=${a} />`}${s>1&&l`<b>${s}</b>`}<span class="visually-hidden">${S(a)}</span></span>`)}
    ${e>0&&l`<span class="mini"><${W} /><b>${e}</b></span>`}
    ${!t.length&&!e&&l`<span class="nothing">${i("table-nothing")}</span>`}</span>`,J=({k:t,name:e})=>t===null?l`<span class="who-mini">${i("table-anyone")}</span>`:l`<span class=${`who-mini seat-${t%7}`}><span class="disc" aria-hidden="true">${t+1}</span>${e(t)}</span>`,le=t=>t.map(e=>e.variety||v),De=t=>[...Object.entries(t.want||{}).flatMap(([e,a])=>Array(a).fill(e)),...t.want_turned_up||[]];function re({position:t,name:e,actions:a}){let{proposals:s=[],donations:n=[]}=t;return l`
    <ul class="offers" aria-label=${i("table-offers")}>
      ${s.map(r=>l`<li key=${r.proposal} class="offer" data-proposal=${r.proposal}>
        <${J} k=${r.seat} name=${e} /><${it} cards=${le(r.give)} coins=${r.give_coins} />
        <span class="swap" aria-label=${i("table-for")}>⇄</span>
        <${it} cards=${De(r)} coins=${r.want_coins} /><${J} k=${r.with} name=${e} />${a?.(r.proposal)}</li>`)}
      ${n.map(r=>l`<li key=${r.proposal} class="offer" data-proposal=${r.proposal}>
        <${J} k=${r.seat} name=${e} /><${it} cards=${le(r.cards)} coins=${r.coins} />
        <span class="swap" aria-label=${i("table-gives-to")}>→</span><${J} k=${r.to} name=${e} />${a?.(r.proposal)}</li>`)}
    </ul>`}var Le=d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part21)).Attack);function ce({position:t,name:e,marks:a,actions:s}){let{edition:n}=t,r=Object.entries(U(n,"table")).filter(([o])=>t[o]);return l`
    <div class="middle">
      <h3 class="visually-hidden">${i("table-middle")}</h3>
      <${ie} zone="draw_pile" title=${i("table-draw-pile")} pile=${x(t.draw_pile)} face=${v} mark=${a["/draw_pile"]}
        times=${t.exhaustions} note=${t.exhaustions>0?i("table-exhausted",{count:t.exhaustions}):""} />
      <${ie} zone="discard_pile" title=${i("table-discards")} pile=${x(t.discard_pile)} face=${x(t.discard_pile)[0]} mark=${a["/discard_pile"]||a["/discard_pile/0"]} />
      <${E} zone="turned_up" title=${i("table-turned-up")} cards=${x(t.turned_up)} at="/turned_up" marks=${a} />
      ${r.map(([o,c])=>l`<${E} key=${o} zone=${o} title=${c} cards=${x(t[o])} at=${`/${o}`} marks=${a} />`)}
      ${t.attack&&l`<${Le} position=${t} name=${e} />`}
      <${re} position=${t} name=${e} actions=${s} />
    </div>`}var ie=({zone:t,title:e,pile:a,face:s,mark:n,note:r="",times:o=0})=>l`
  <div class=${`zone pile ${t}`} data-zone=${t} data-place=${`/${t}`}>
    <h4><span title=${e}>${e}</span> <b>${a.length}</b></h4>
    <button type="button" class=${`card ${a.length?M(s):"slot"} ${a.length>1?"edges-3":""} ${n?.look||""}`} data-place=${`/${t}`} data-card=${a.length?s:null}
      aria-label=${[`${e}: ${a.length}`,a.length>0&&s!==v&&S(s),r,n?.note].filter(Boolean).join(", ")} title=${n?.note||r||e}>
      ${a.length>0&&l`<${R} card=${s} />`}</button>
    ${o>0&&l`<p class="pile-note" aria-hidden="true">↻ ${o}</p>`}
  </div>`;var Fe=4,z=class extends P{render({field:e,i:a,at:s,pay:n,mark:r}){let o=e.at(-1)??v,c=H(e),u=e.length?`${G(e)}. ${n?Pe(n):""}`:i("table-field-empty");return l`
      <div class="field">
        <div class="stack">
          <button type="button" class=${`plot ${r?.look||""} ${e.length?"":"slot"}`} data-place=${s} data-card=${e.length?o:null} tabindex=${a===0?0:-1}
            aria-disabled=${r?.look.includes("grey")?"true":null} aria-label=${`${i("table-field",{field:a+1})}: ${u}${r?.note?`, ${r.note}`:""}`} title=${r?.note||u}>
            ${e.length>0&&l`<span class=${`card edges-${Math.min(e.length-1,Fe)} ${M(o)}`}><${R} card=${o} /></span>`}</button>
          ${e.length>1&&l`<span class="many" aria-hidden="true">${c.length>1?c.map(([p,$])=>l`<i class=${M(p)}>${$}</i>`):e.length}</span>`}
          ${n&&l`<span class=${`worth ${n.coins?"":"naught"}`} aria-hidden="true">${n.coins}</span>`}
          ${n?.doubled&&l`<span class="twice" aria-hidden="true">×2</span>`}
        </div>
        ${n&&l`<${je} pay=${n} />`}
      </div>`}};function Pe({coins:t,cards:e,next:a,meter:s}){let n=i("table-pays",{coins:t});return a?`${n}, ${i("table-pays-next",{coins:a.coins,cards:a.cards,more:a.cards-e})}`:n}function je({pay:t}){let{cards:e,steps:a}=t;if(!a?.length)return l`<p class="meter"></p>`;let s=a[a.length-1][0],n=100/s;return l`
    <svg class="meter" viewBox="0 0 108 14" aria-hidden="true">
      <path class="rail" d="M4 7H104" /><path class="grown" d=${`M4 7H${4+Math.min(e,s)*n}`} />
      ${a.map(([r,o])=>l`<circle class=${r<=e?"paid":""} cx=${4+r*n-3} cy="7" r="6.500" /><text x=${4+r*n-3} y="10.500">${o}</text>`)}
    </svg>`}var qe={table:(t,e)=>{let a=e<=336&&t>1.4*e;return[{"--th":e},[t<=736||a?"narrow":"",a?"flat":t<=480?"phone":""]]},seat:(t,e)=>[{"--sw":t,"--sh":e},[e<=89.6?"low":"",e>=118.4&&t<=608?"tall":""]]},ue=globalThis.ResizeObserver&&new ResizeObserver(t=>{for(let{target:e,contentRect:a}of t){let s=e,[n,r]=qe[s.matches(".seat")?"seat":"table"](a.width,a.height);for(let[o,c]of Object.entries(n))s.style.setProperty(o,`${c}px`);s.dataset.shape=r.filter(Boolean).join(" ")}});function K(){let t=null;return e=>{t&&ue.unobserve(t),t=e,t&&ue.observe(t)}}var We=[],X=class extends P{hold=K();render({seat:e,k:a,name:s,edition:n,pays:r,marks:o,active:c,eyes:u,you:p,held:$,won:C,aside:g}){let h=`/seats/${a}`,T=x(e.hand),et=Object.entries(U(n,"seat")).filter(([y])=>e[y]!==null&&e[y]!==void 0),at=g?{}:{"data-seat":a};return l`
      <section ref=${this.hold} role="group" class=${`seat seat-${a%7} ${c?"active":""} ${p?"you":""}`} ...${at} aria-label=${i("table-seat",{seat:a+1,name:s})}>
        <header class="who">
          <span class="disc" aria-hidden="true">${a+1}</span>
          <h3 class="name" title=${s}>${s}</h3>
          <span class="purse"><${Ge} coins=${e.coins} at=${h} mark=${o[`${h}/coins`]} />${$&&l`<${Ue} held=${$} />`}</span>
          <span class="tags">
            ${c&&l`<span class="tag turn">${i("table-active")}</span>`}
            ${p?l`<span class="tag">${i("table-you")}</span>`:u&&l`<span class="tag">${i("table-eyes")}</span>`}
            ${C&&l`<span class="tag won">${i("table-winner")}</span>`}
          </span>
        </header>
        <div class="fields" data-zone="fields" data-place=${`${h}/fields`}>
          ${e.fields.map((y,w)=>l`<${z} key=${w} ...${{field:y,i:w,at:`${h}/fields/${w}`,pay:r?.[w]??null,mark:He(o,`${h}/fields/${w}`)}} />`)}
          ${o[`${h}/fields/${e.fields.length}`]&&l`<${z} key="next" ...${{field:We,i:e.fields.length,at:`${h}/fields/${e.fields.length}`,pay:null,mark:o[`${h}/fields/${e.fields.length}`]}} />`}
        </div>
        <${E} zone="aside" title=${i("table-set-aside")} cards=${x(e.set_aside)} at=${`${h}/set_aside`} marks=${o} quiet />
        ${et.map(([y,w])=>l`<${E} key=${y} zone=${y} title=${w} cards=${x(e[y])} at=${`${h}/${y}`} marks=${o} />`)}
        <${E} zone="hand" title=${i("table-hand")} cards=${T} at=${`${h}/hand`} marks=${o} front />
      </section>`}};function He(t,e){if(t[e])return t[e];let a=Object.keys(t).find(s=>s.startsWith(`${e}/`));return a?t[a]:null}var Ge=({coins:t,at:e,mark:a})=>l`
  <button type="button" class=${`coins ${a?.look||""}`} data-zone="coins" data-place=${`${e}/coins`} tabindex=${Array.isArray(t)&&t.length?0:-1}
    aria-label=${i("table-coins",{count:N(t)})} title=${Array.isArray(t)&&t.length?G(t):i("table-coins",{count:N(t)})}>
    <${W} /><b>${N(t)}</b></button>`,Ue=({held:{count:t,points:e}})=>l`<span class="holding" title=${i("table-holding",{count:t,points:e})}><${_} name="flag" /><b aria-hidden="true">${e}</b><span class="visually-hidden">${i("table-holding",{count:t,points:e})}</span></span>`;var Je=d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part22)).Board),pe={};function Ke(t,e){let a=Object.entries(t).filter(([s])=>s.startsWith(`/seats/${e}/`));return a.length?Object.fromEntries(a):pe}function $e({film:t,name:e,eyes:a=null,you:s=null,marks:n=pe,press:r=null,aside:o=!1,actions:c=null}){let{table:u,pays:p,lands:$}=t,{seats:C,turn:g,edition:h,board:T}=u,et=u.ended||!de(g)?null:g.seat,at=o?{"data-compared":""}:{"data-table":"","data-n":t.n},y=st=>{let m=st.target.closest("[data-place]");r&&m&&r(m.dataset.place||"",m)},w=!!T?.cells?.length;return l`
    <div class=${`table of-${C.length} ${w?"war":""}`} ...${at} onClick=${y} onKeyDown=${Xe}>
      <${ce} ...${{position:u,name:e,marks:n,actions:c}} />
      ${w&&l`<${Je} ...${{position:u,lands:$,name:e,marks:n}} />`}
      <div class="seats">
        ${C.map((st,m)=>l`<${X} key=${m} ...${{seat:st,k:m,edition:h,aside:o}} name=${e(m)} pays=${p?.[m]} marks=${Ke(n,m)}
          active=${m===et} eyes=${m===a} you=${m===s} held=${$?.seats[m]??null} won=${!!u.winners?.includes(m)} />`)}
      </div>
    </div>`}var de=t=>t.number>0||!["","seating"].includes(t.phase??"");function Y(t,e){let{turn:a,edition:s,ended:n,winners:r}=t;if(n)return r?.length?i("table-won",{names:r.map(e).join(", ")}):i("table-over");if(!de(a))return i("table-seating");let o=a.phase?oe(s,a.phase):"";return a.number?i("table-turn",{turn:a.number,name:e(a.seat),phase:o}):`${e(a.seat)}: ${o}`}function Xe(t){["Enter"," "].includes(t.key)&&t.target.matches("[role=button]")&&(t.preventDefault(),t.target?.dispatchEvent(new MouseEvent("click",{bubbles:!0})));let e=t.key==="ArrowUp"?-1:t.key==="ArrowDown"?1:0,a=t.target,s=e&&a.closest("[data-zone]");if(!s)return;let n=[...s.querySelectorAll("[data-place]:is(button, [role=button])")],r=n[n.indexOf(a)+e];r&&(t.preventDefault(),r.focus())}var Ye=d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part11)).Banner),Ve=d(async()=>(await import("./commentary-later-CS4LMOKB.js").then(t=>t.part19)).SheetLink);function he({game:t}){let e=t.n.value,a=t.shown.value,s=t.verdicts.of(e),n=Gt(s),r=t.held.value;return l`
    ${t.verdicts.faults.value.length>0&&l`<${Ye} game=${t} />`}
    <div class=${`telling ${n?"wrong":""} ${a&&!a.table.turn?.number?"opening":""}`}><div class="strip">
      <p class="whereabouts">${a&&Y(a.table,t.name)}</p>
      <p class="sentence" data-sentence data-n=${e} aria-live=${t.playing.value||r?"off":"polite"}>
        <span class="line"><span class="tick" aria-hidden="true">${n?"✗":s&&s.verdict!=="unknown"?"✓":""}</span>
          <span class="says" key=${r?"held":""}>${t.sentences[e-1]}</span>
          ${kt(t,e).map(o=>l`<span class="moment-note" key=${o}><${Lt} kind="lead" />${o}</span>`)}
          ${n&&l` <strong class="verdict-word">${i(`replay-${s?.verdict}`)}</strong>`}</span>
        ${n&&l`<span class="why">${s?.says}</span>`}
      </p>
      <div class="tools">
        ${s?.clause&&l`<${Jt} game=${t} verdict=${s} at="telling" />`}
        <${Vt} game=${t} />
        ${n&&l`<${Ve} game=${t} n=${e} />`}
        <p class="flash" role="status">${t.flash.value}</p>
      </div>
    </div></div>`}function me(t,e=()=>{}){let a=new Ut(j().game,ot(location.search),document.documentElement.lang||"en"),s=new Ht(a),n=document.getElementById("app"),r=()=>a.version.value?l`<${t} game=${a} />`:l`<p class=${a.problem.value?"error":"loading"} role="status">${a.problem.value||i("replay-loading")}</p>`;return q&&(a.write=o=>Wt(o)),a.onLeft=()=>s.stop(),a.onLoaded=()=>{a.isLive.value?s.start():s.stop(),e()},addEventListener("popstate",()=>a.returned(ot(location.search))),A(()=>At(a)),A(()=>{a.head.value&&(document.title=`${a.seats.value.map((o,c)=>a.name(c)).join(", ")} · Haricot`)}),Yt(a),n.replaceChildren(),dt(l`<${r} />`,n),a.open(),a}var Qe=matchMedia("(prefers-reduced-motion: reduce)");function fe(t,e){for(let a=e;a;a=a.slice(0,a.lastIndexOf("/"))){let s=t.querySelector(`[data-place="${a}"]`);if(s)return s.matches(".zone, .fields")?s.querySelector(".card, .fan, .slot")??s:s}return null}function Ze(t,e){return e.n===t.n+1?e.moves||[]:e.n===t.n-1?(t.moves||[]).map(({from:a,to:s,...n})=>({...n,from:s,to:a})):[]}function ve(t,e,a){if(Qe.matches||e===a||document.hidden)return null;let s=t.getBoundingClientRect();return Ze(e,a).slice(0,24).map(({from:r,to:o})=>{let c=fe(t,r),u=c?.matches(".card")?c:c?.querySelector(".card:not(.slot)");if(!c)return null;let p=c.getBoundingClientRect();return{from:p,to:o,ghost:u?ta(u,p,s):null}}).filter(Boolean)}function ta(t,e,a){let s=t.cloneNode(!0);s.className=`${s.className} ghost`;for(let n of["data-place","data-card","aria-label","title"])s.removeAttribute(n);return s.setAttribute("aria-hidden","true"),Object.assign(s.style,{left:`${e.left-a.left}px`,top:`${e.top-a.top}px`,width:`${e.width}px`,height:`${e.height}px`}),s}function be(t,e){let a=e.flatMap(({from:s,to:n,ghost:r})=>{let o=fe(t,n);if(!o)return[];let c=o.matches("button.card");if(c)o.classList.add("flying");else if(r)t.append(r);else return[];return[{from:s,target:o,glides:c,ghost:r}]});a.length&&requestAnimationFrame(()=>{let s=a.map(n=>({...n,to:n.target.getBoundingClientRect()}));for(let{from:n,to:r,target:o,glides:c,ghost:u}of s)o.isConnected?c?ea(o,n,r):u&&aa(u,n,r):u?.remove()})}async function ge(t,e,a){let s=t.animate([{...e,easing:"cubic-bezier(.2,.7,.2,1)"},{...a,offset:.5},a],440);await new Promise(n=>setTimeout(n,220)),s.cancel()}var ye=(t,e)=>`translate(${e.left+e.width/2-t.left-t.width/2}px, ${e.top+e.height/2-t.top-t.height/2}px)`,D=new WeakMap;async function ea(t,e,a){let s=a.height?Math.max(e.height/a.height,.4):1;D.set(t,(D.get(t)??0)+1),await ge(t,{transform:`${ye(a,e)} scale(${s})`},{transform:"none"}),D.set(t,(D.get(t)??0)-1),t.classList.toggle("flying",!!D.get(t))}async function aa(t,e,a){await ge(t,{transform:"none",opacity:1},{transform:`${ye(e,a)} scale(.7)`,opacity:.55}),t.remove()}function we(t,e){if(e==="/draw_pile")return null;if(e==="/discard_pile")return t.discard_pile?.length?"/discard_pile/0":null;let[,a,s]=/^\/seats\/(\d+)\/hand\/(\d+)$/.exec(e)||[];if(s&&Number(s)<N(t.seats[Number(a)]?.hand))return e;let n=e.slice(1).split("/").reduce((r,o)=>r?.[o],t);return Array.isArray(n)?n.length?`${e}/${n.length-1}`:null:typeof n=="string"?e:null}var xe=t=>t.replace(/\/[0-9]+$/,(e,a)=>/\/fields$/.test(t.slice(0,a))?e:"");function ke({moves:t=[]},e){let a={},s=e?"came wrong":"came",n=e?"left wrong":"left";for(let{from:r,to:o}of t)r&&(a[xe(r)]??={look:n}),o&&(a[o]={look:s},/\/(coins|fields|discard_pile)\b/.test(o)&&(a[xe(o)]={look:s}));return a}function Oe(t,e){let a={...t};for(let[s,{look:n,note:r,bean:o}]of Object.entries(e)){let c=a[s];a[s]=c?{look:`${c.look} ${n}`,note:r||c.note,bean:o||c.bean}:{look:n,note:r,bean:o}}return a}function Se({game:t,player:e=null,aside:a=!1,more:s={}}){let n=e?.preview?.value??t.shown.value,r=t.isInStep.value;if(!n)return l`<div class="felt waiting" aria-busy="true"></div>`;let o=[t.backs.marks(n.n),s,e?.marks.value??{}].reduce(Oe,ke(n,t.isWrong(n.n))),c=(u,p)=>{let $=!e?.press(u,p)&&we(n.table,u);$&&(t.pressed.value={place:$,n:n.n,element:p})};return l`
    <div class=${`felt ${r?"":"stale"}`} aria-busy=${String(!r)}>
      <h2 class="visually-hidden">${Y(n.table,t.name)}</h2>
      <${ct} game=${t} film=${n}>
        <${$e} film=${n} name=${t.name} eyes=${t.eyes.value} you=${t.you.value} marks=${o} aside=${a} press=${a?null:c} actions=${e&&e.answers()} />
      <//>
      ${!r&&l`<p class="lagging" role="status">${i("replay-lagging",{shown:String(n.n),n:String(t.n.value)})} <b>${t.late.value}</b></p>`}
    </div>`}var ct=class extends F{table=null;fit=K();hold=e=>{this.table=e,this.fit(e)};flights=null;componentDidMount(){this.stop=A(()=>{let e=this.props.game.shown.value;this.flights=this.table&&e&&ve(this.table,this.props.film,e)})}componentWillUnmount(){this.stop?.()}componentDidUpdate(){this.table&&this.flights&&be(this.table,this.flights),this.flights=null}render({children:e}){return l`<div class="moving" ref=${this.hold}>${e}</div>`}};var sa={director:"hrc_dir_",arbiter:"hrc_arb_",scorer:"hrc_scr_",broadcaster:"hrc_brc_",player:"hrc_plr_"},Xs=Object.keys(sa),na=t=>`haricot:tournament:${t}`;var Ce=t=>JSON.parse(localStorage.getItem(na(t))??"{}");var Ae=(t,e="",a={})=>lt(`/tournaments/${encodeURIComponent(t)}${e}`,a);var V=class{constructor(e){this.key=`haricot:notes:${e}`,this.all=f(JSON.parse(localStorage.getItem(this.key)??"[]"))}#t(e){this.all.value=e,localStorage.setItem(this.key,JSON.stringify(e))}add(e){this.#t([...this.all.value,{...e,id:`${Date.now()}`}].sort((a,s)=>a.n-s.n))}remove(e){this.#t(this.all.value.filter(a=>a.id!==e))}};var oa=2e3,$t=new URLSearchParams(location.search).get("tournament")??"",Q=f(""),b=f([]),pt=f(!1),k=f(""),tt=f(""),L=f(!1),Z=()=>{let{broadcaster:t,director:e}=Ce($t);return t??e??null},Me=()=>{O.following.value=!1};function la(t){if(Me(),pt.value)k.value?(t!==k.value&&(b.value=[...b.value,{place:k.value,to:t}]),k.value=""):k.value=t;else{let e=b.value.filter(a=>a.place!==t||a.to);b.value=e.length<b.value.length?e:[...b.value,{place:t}]}return!0}var ra={press:la,marks:I(()=>Ot([...b.value,...k.value?[{place:k.value}]:[]])),answers:()=>null};function ut(){Q.value=k.value="",b.value=[],O.isLive.value&&O.goTo(O.version.value)}async function _e(t){if(L.value)return!1;L.value=!0;try{let e={game:O.id,n:t.n,text:t.text,marks:t.marks};return await bt(`/v1/tournaments/${encodeURIComponent($t)}/commentary`,{method:"POST",body:e,token:Z(),headers:{"Idempotency-Key":gt()}}),tt.value="",await O.others(),!0}catch(e){return tt.value=yt(e),!1}finally{L.value=!1}}function ia({game:t,notes:e}){let a=t.n.value,s={n:a,text:Q.value.trim(),marks:b.value},n=async()=>{await _e(s)&&ut()},r=t.notes.value.filter(o=>o.kind==="commentary");return l`<aside class="notes-panel" aria-label=${i("cast-notes")}>
    <p class="small">${i("cast-notes-how")} <a href=${Ae($t)}>${i("cast-back")}</a></p>
    ${tt.value&&l`<p class="error" role="alert">${tt.value}</p>`}
    ${!Z()&&l`<p class="error">${i("cast-no-token")}</p>`}
    <label>${i("cast-note-on",{n:String(a)})}<textarea rows="3" maxlength="2000" value=${Q.value} onInput=${o=>{Me(),Q.value=o.target.value}}></textarea></label>
    <label class="check"><input type="checkbox" checked=${pt.value} onChange=${o=>{pt.value=o.target.checked,k.value=""}} /> ${i("cast-arrow")}</label>
    <p class="small">${i("cast-marked",{count:b.value.length})} ${b.value.length>0&&l`<button type="button" class="quiet" onClick=${ut}>${i("cast-clear")}</button>`}</p>
    <p class="actions"><button type="button" disabled=${!s.text||L.value||!Z()} onClick=${n}>${i("cast-publish")}</button>
      <button type="button" class="quiet" disabled=${!s.text} onClick=${()=>{e.add(s),ut()}}>${i("cast-keep")}</button></p>
    <h2>${i("cast-private")}</h2>
    <ul>${e.all.value.map(o=>l`<li key=${o.id}><button type="button" class="jump" onClick=${()=>t.goTo(o.n)}>#${o.n}</button><p>${o.text}</p>
      <p class="actions"><button type="button" class="quiet" disabled=${L.value||!Z()} onClick=${async()=>{await _e(o)&&e.remove(o.id)}}>${i("cast-publish")}</button>
        <button type="button" class="quiet" onClick=${()=>e.remove(o.id)}>${i("cast-discard")}</button></p></li>`)}</ul>
    <h2>${i("cast-published")}</h2>
    <ul>${r.map(o=>l`<li key=${o.id} data-published=${o.n}><button type="button" class="jump" onClick=${()=>t.goTo(o.n)}>#${o.n}</button><p>${o.text}</p></li>`)}</ul>
  </aside>`}var ca=({game:t})=>l`
  <header class="game-top"><${Kt} game=${t} /><${Xt} game=${t} /></header>
  <main class="play-area" id="main">
    <div class="scene"><${he} game=${t} /><div class="stage"><${Se} game=${t} player=${ra} /><${St} marks=${b.value} n=${t.n.value} /></div></div>
    <${ia} game=${t} notes=${pa} />
  </main>
  <${ae} game=${t} />
  <${se} game=${t} />`;async function ua(){for(;;){let t=await xt();try{if(t){let e=await vt(ft(O.id,"/annotations/stream"),{headers:{Accept:"text/event-stream"},signal:t.lost});for await(let a of wt(e.body))await O.others()}}catch{}finally{t?.release()}await new Promise(e=>{setTimeout(e,oa)})}}var O=me(ca),pa=new V(O.id);ua();
//# sourceMappingURL=commentary-DVLRTC6C.js.map
