/** Content of the QR codes on labels, and parsing of scanned text. */
import { validateCode, normalizeCode } from './code'

/** Prefix of each kind of label. New kinds may be added; prefixes that were printed never change. */
export const labelPrefixes = {
  equipment: 'eq',
  checkPoint: 'cp',
  sparePart: 'sp',
  tool: 'tl',
  meter: 'mt',
  hopper: 'hp',
  jumboRoll: 'jr',
  slitRoll: 'sr',
  package: 'pk',
  lot: 'lot',
  order: 'wo',
} as const

export type QrLabelKind = keyof typeof labelPrefixes

export type ScannedLabel =
  | { readonly kind: QrLabelKind; readonly code: string }
  /** The text is not one of our labels. `code` is the normalized text, for a look-up by number in every list. */
  | { readonly kind: 'unknown'; readonly code: string; readonly text: string }

/** Returns the text of a label's QR code, e.g. `eq:SB-01`. */
export function buildLabelText(kind: QrLabelKind, code: string): string {
  return `${labelPrefixes[kind]}:${normalizeCode(code)}`
}

/**
 * Parses scanned or typed text: `eq:SB-01`, or an address `https://host/s/eq/SB-01` that a phone's own camera can open.
 * The host is ignored: nothing is fetched, only the code is used. Never throws.
 */
export function parseLabel(text: string): ScannedLabel {
  const trimmed = text.trim()
  const address = /^https?:\/\/[^/\s?#]+\/s\/([^/\s?#]+)\/([^\s?#]+?)\/?(?:[?#].*)?$/i.exec(trimmed)
  const [, prefix, rawCode] = address ?? /^([^\s:：]{1,4})\s*[:：](.+)$/s.exec(trimmed) ?? []
  const kind = findLabelKind(prefix)
  const code = normalizeCode(address ? decodeUriPart(rawCode ?? '') : (rawCode ?? ''))
  if (kind && validateCode(code) === null) return { kind, code }
  return { kind: 'unknown', code: normalizeCode(trimmed), text: trimmed }
}

function findLabelKind(prefix: string | undefined): QrLabelKind | undefined {
  if (prefix === undefined) return undefined
  const normalizedPrefix = normalizeCode(prefix).toLowerCase()
  return (Object.keys(labelPrefixes) as QrLabelKind[]).find((kind) => labelPrefixes[kind] === normalizedPrefix)
}

function decodeUriPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A stray % is not one of our addresses; the unchanged text fails the code validation.
    return part
  }
}
