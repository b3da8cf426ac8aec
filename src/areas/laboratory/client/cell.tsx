import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { PendingInfo } from '@/offline/overlay'
import type { testResult } from '../contract/test-result'
import { readingOf, type Signed } from '../rules/reading'

export type Result = Row<typeof testResult>
/** What hangs on a result that waits on this phone, or was refused; null for what the server has. */
export const pendingOf = (of: Result | undefined): PendingInfo | null =>
  (of as { pending?: PendingInfo } | undefined)?.pending ?? null
/** Samples as they are typed: apart by spaces. */
export const written = (result: Result | undefined): string =>
  result?.samples.map(({ text, excluded }) => (excluded ? `(${text})` : text)).join(' ') ?? ''
/** What was typed, with what was said of a sample before kept while its value stays. */
export function samplesOf(text: string, before: Result | undefined) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((raw, i) => {
      const value = raw.replace(/^\((.*)\)$/, '$1')
      const old = before?.samples[i]
      return {
        lane: old?.lane ?? null,
        no: old?.no ?? i + 1,
        text: value,
        // The server reads the number from the text.
        value: null,
        below: false,
        excluded: false,
        reason: null,
        ...(old?.text === value ? { excluded: old.excluded, reason: old.reason } : {}),
      }
    })
}
/** The first sample that is no value, and why, by the rule that the server has: said at once, not when the network is back. */
export function unreadable(samples: readonly { readonly text: string }[], of?: Signed) {
  for (const { text } of samples) {
    const why = readingOf(text, of)
    if (typeof why === 'string') return { text, why }
  }
  return null
}
/** The mean of a cell, and of how many values. */
export function Mean({ of }: { of: Result | undefined }) {
  const language = useLanguage()
  if (!of || of.n === 0) return null
  return (
    <small>
      x̄ {formatNumber(of.mean, { language, decimals: of.digits + 1 })} · n {of.n}
    </small>
  )
}
