// Shows the interface's reference. A file of its own, because the page's policy allows no script inside it.
globalThis.Scalar.createApiReference("#reference", {
  url: "/api/v2/openapi.json",
  theme: "none",
  layout: "modern",
  defaultOpenAllTags: true,
  hideModels: true,
  // Fields stand in the order in which they are checked.
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  authentication: { preferredSecurityScheme: "ApiKey", securitySchemes: { ApiKey: { value: "ApiKey <key>" } } },
  // Whoever tries an operation talks to this server, and to nobody in between.
  proxyUrl: "",
  // Nothing of Scalar's own services: fonts, telemetry, its client, its assistant.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  persistAuth: false,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
