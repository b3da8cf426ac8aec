/** Content of the QR codes on labels, and parsing of scanned text. */
import { codeProblem, normaliseCode } from './code'

/** Prefix of each kind of label. New kinds may be added; prefixes that were printed never change. */
export const labelKinds = {
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

export type LabelKind = keyof typeof labelKinds

export type Scan =
  | { readonly kind: LabelKind; readonly code: string }
  /** Not one of our labels; `code` is the normalized text, for a look-up by number in every list. */
  | { readonly kind: 'unknown'; readonly code: string; readonly text: string }

/** Returns the text of a label's QR code, e.g. `eq:SB-01`. */
export function labelText(kind: LabelKind, code: string): string {
  return `${labelKinds[kind]}:${normaliseCode(code)}`
}

/**
 * Parses scanned or typed text: `eq:SB-01`, or an address `https://host/s/eq/SB-01` that a phone's own camera can open.
 * The host is ignored: nothing is fetched, only the code is used. Never throws.
 */
export function parseLabel(text: string): Scan {
  const clean = text.trim()
  const address = /^https?:\/\/[^/\s?#]+\/s\/([^/\s?#]+)\/([^\s?#]+?)\/?(?:[?#].*)?$/i.exec(clean)
  const [, prefix, rest] = address ?? /^([^\s:：]{1,4})\s*[:：](.+)$/s.exec(clean) ?? []
  const kind = kindOf(prefix)
  const code = normaliseCode(address ? decoded(rest ?? '') : (rest ?? ''))
  if (kind && codeProblem(code) === null) return { kind, code }
  return { kind: 'unknown', code: normaliseCode(clean), text: clean }
}

function kindOf(prefix: string | undefined): LabelKind | undefined {
  if (prefix === undefined) return undefined
  const wanted = normaliseCode(prefix).toLowerCase()
  return (Object.keys(labelKinds) as LabelKind[]).find((kind) => labelKinds[kind] === wanted)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A stray % is not one of our addresses; the unchanged text fails the code validation.
    return part
  }
}
