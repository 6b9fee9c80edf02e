/*! Haricot (Apache-2.0), with figtree, fluent-bundle, htm, noble-ed25519, noble-hashes, preact, signals-core, signals, uplot, uqr: licences.txt has their licences. */
for(let e of document.querySelectorAll(".languages a"))e.addEventListener("click",()=>{let o=location.protocol==="https:"?"; secure":"";document.cookie=`lang=${e.lang}; path=/; max-age=31536000; samesite=lax${o}`;let a=new URLSearchParams(location.search);a.set("lang",e.lang),e.href=`?${a.toString().replaceAll("%3A",":")}${location.hash}`});
//# sourceMappingURL=lang-QEIBADYV.js.map
