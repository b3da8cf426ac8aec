import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

const contentSecurityDirectives = {
  defaultSrc: ["'self'"],
  // The barcode decoder is WebAssembly.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  manifestSrc: ["'self'"],
  // Forbids turning text into scripts or markup, except the service worker's address, which our own policy creates.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['service-worker'],
}

/** Builds the security headers, which are the same for every answer. */
export function buildSecurityHeaders(isHttpsEnabled: boolean): Readonly<Record<string, string>> {
  return {
    ...collectHelmetHeaders({
      contentSecurityPolicy: { useDefaults: false, directives: contentSecurityDirectives },
      strictTransportSecurity: isHttpsEnabled,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    }),
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
}

/** Collects the headers that the helmet middleware would set. */
function collectHelmetHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  }
  // helmet only sets and removes headers of the response.
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
