import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { PendingInfo } from '@/offline/overlay'
import type { testResult } from '../contract/test-result'
import { readingOf, type Signed } from '../rules/reading'

export type Result = Row<typeof testResult>
/** Returns the state of a result that is unsent on this phone or was refused; null if it is only on the server. */
export const pendingOf = (of: Result | undefined): PendingInfo | null =>
  (of as { pending?: PendingInfo } | undefined)?.pending ?? null
/** Formats samples as they are typed: separated by spaces, excluded ones in brackets. */
export const written = (result: Result | undefined): string =>
  result?.samples.map(({ text, excluded }) => (excluded ? `(${text})` : text)).join(' ') ?? ''
/** Parses typed samples. Lane, number, exclusion and reason of a sample are kept as long as its value is unchanged. */
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
        // The server derives the number from the text.
        value: null,
        below: false,
        excluded: false,
        reason: null,
        ...(old?.text === value ? { excluded: old.excluded, reason: old.reason } : {}),
      }
    })
}
/**
 * Returns the first unreadable sample and why. Uses the rule of the server, so that it is reported even while offline.
 */
export function unreadable(samples: readonly { readonly text: string }[], of?: Signed) {
  for (const { text } of samples) {
    const why = readingOf(text, of)
    if (typeof why === 'string') return { text, why }
  }
  return null
}
/** Mean and number of values of a cell. */
export function Mean({ of }: { of: Result | undefined }) {
  const language = useLanguage()
  if (!of || of.n === 0) return null
  return (
    <small>
      x̄ {formatNumber(of.mean, { language, decimals: of.digits + 1 })} · n {of.n}
    </small>
  )
}
