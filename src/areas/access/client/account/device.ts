/** What a device says of itself, by what it is. First match wins: an iPad also calls itself a Mac, Android a Linux. */
const kinds = [
  ['ipad', /iPad/],
  ['iphone', /iPhone|iPod/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Mac/],
  ['linux', /Linux|X11|CrOS/],
] as const
export type DeviceKind = (typeof kinds)[number][0]

export const deviceKind = (text: string | null): DeviceKind | null =>
  kinds.find(([, sign]) => text && sign.test(text))?.[0] ?? null

/** The model that Android browsers name last: `Linux; Android 13; Pixel 7` → `Pixel 7`. `K` is Chrome's word for "not told". */
export function deviceModel(text: string): string | null {
  const model = /Android [\d.]+; ([^;)]+)/.exec(text)?.[1]?.trim()
  return model && model !== 'K' ? model : null
}
/** A device in words: `Android phone · Pixel 7`; what it says of itself where that is not known. */
export function deviceWords(text: string | null, t: (key: string) => string): string {
  const kind = deviceKind(text)
  if (!text || !kind) return text || '–'
  const model = deviceModel(text)
  return t(`pages.account.devices.${kind}`) + (model ? ` · ${model}` : '')
}
