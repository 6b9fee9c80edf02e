// Shows the description of the API.
window.addEventListener("load", () => {
  window.SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger", deepLinking: true, validatorUrl: null });
});
