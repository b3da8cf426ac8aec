/**
 * User-agent patterns by kind of device. The first match wins, because the user agent of an iPad also contains `Mac`,
 * and that of an Android phone also contains `Linux`.
 */
const devicePatterns = [
  ['ipad', /iPad/],
  ['iphone', /iPhone|iPod/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Mac/],
  ['linux', /Linux|X11|CrOS/],
] as const
export type DeviceKind = (typeof devicePatterns)[number][0]

/** Returns the kind of a device by its user agent; null if unknown. */
export const getDeviceKind = (userAgent: string | null): DeviceKind | null =>
  devicePatterns.find(([, pattern]) => userAgent && pattern.test(userAgent))?.[0] ?? null

/**
 * Returns the model at the end of an Android user agent: `Linux; Android 13; Pixel 7` → `Pixel 7`. Chrome hides it as
 * `K`.
 */
export function getDeviceModel(userAgent: string): string | null {
  const model = /Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1]?.trim()
  return model && model !== 'K' ? model : null
}
/** Formats a device, e.g. `Android phone · Pixel 7`; the raw user agent if its kind is unknown. */
export function formatDevice(userAgent: string | null, t: (key: string) => string): string {
  const kind = getDeviceKind(userAgent)
  if (!userAgent || !kind) return userAgent || '–'
  const model = getDeviceModel(userAgent)
  return t(`pages.account.devices.${kind}`) + (model ? ` · ${model}` : '')
}
