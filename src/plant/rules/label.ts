/** What stands in the QR code of a label, and what a scanned text means. */
import { codeProblem, normaliseCode } from './code'

/** The prefix of each kind of label. New kinds are added, printed ones never change. */
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
  /** Not one of our labels; `code` is the text in one spelling, for a look-up by number in every list. */
  | { readonly kind: 'unknown'; readonly code: string; readonly text: string }

/** The text of a label's QR code, e.g. `eq:SB-01`. */
export function labelText(kind: LabelKind, code: string): string {
  return `${labelKinds[kind]}:${normaliseCode(code)}`
}

/**
 * Reads any scanned or typed text: `eq:SB-01`, or an address `https://host/s/eq/SB-01` that a phone's own camera can
 * open. The host is not looked at: nothing is fetched, only the code is taken. Never throws.
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
    // A stray % is no address of ours; left as it is, the code check refuses it.
    return part
  }
}
