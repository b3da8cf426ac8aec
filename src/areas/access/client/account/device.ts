/** User-agent patterns by kind. The first match wins, because an iPad also claims to be a Mac, and Android a Linux. */
const kinds = [
  ['ipad', /iPad/],
  ['iphone', /iPhone|iPod/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Mac/],
  ['linux', /Linux|X11|CrOS/],
] as const
export type DeviceKind = (typeof kinds)[number][0]

/** Returns the kind of a device by its user agent; null if unknown. */
export const deviceKind = (text: string | null): DeviceKind | null =>
  kinds.find(([, sign]) => text && sign.test(text))?.[0] ?? null

/**
 * Returns the model at the end of an Android user agent: `Linux; Android 13; Pixel 7` → `Pixel 7`. Chrome hides it as
 * `K`.
 */
export function deviceModel(text: string): string | null {
  const model = /Android [\d.]+; ([^;)]+)/.exec(text)?.[1]?.trim()
  return model && model !== 'K' ? model : null
}
/** Formats a device, e.g. `Android phone · Pixel 7`; the raw user agent if its kind is unknown. */
export function deviceWords(text: string | null, t: (key: string) => string): string {
  const kind = deviceKind(text)
  if (!text || !kind) return text || '–'
  const model = deviceModel(text)
  return t(`pages.account.devices.${kind}`) + (model ? ` · ${model}` : '')
}
