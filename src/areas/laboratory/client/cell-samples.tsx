import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { PendingInfo } from '@/offline/overlay'
import type { testResult } from '../contract/test-result'
import { parseTestReading, type SignRule } from '../rules/reading'

export type TestResultRow = Row<typeof testResult>
/** Returns the outbox state of a result that this phone has not sent or the server has refused; null for others. */
export const getPendingInfo = (result: TestResultRow | undefined): PendingInfo | null =>
  (result as { pending?: PendingInfo } | undefined)?.pending ?? null
/** Formats samples as a person types them: separated by spaces, excluded samples in brackets. */
export const formatSamples = (result: TestResultRow | undefined): string =>
  result?.samples.map(({ text, excluded }) => (excluded ? `(${text})` : text)).join(' ') ?? ''
/** Parses typed samples. A sample with an unchanged value keeps its exclusion and reason. */
export function parseSamples(text: string, previousResult: TestResultRow | undefined) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((sampleText, i) => {
      const value = sampleText.replace(/^\((.*)\)$/, '$1')
      const previousSample = previousResult?.samples[i]
      return {
        lane: previousSample?.lane ?? null,
        no: previousSample?.no ?? i + 1,
        text: value,
        // The server derives `value` from the text.
        value: null,
        below: false,
        excluded: false,
        reason: null,
        ...(previousSample?.text === value ? { excluded: previousSample.excluded, reason: previousSample.reason } : {}),
      }
    })
}
/**
 * Returns the first unreadable sample and the reason. Uses the rule of the server, so that the phone can check offline.
 */
export function findUnreadableSample(samples: readonly { readonly text: string }[], signRule?: SignRule) {
  for (const { text } of samples) {
    const reading = parseTestReading(text, signRule)
    if (typeof reading === 'string') return { text, why: reading }
  }
  return null
}
/** Mean and number of values of a cell. */
export function MeanText({ result }: { result: TestResultRow | undefined }) {
  const language = useLanguage()
  if (!result || result.n === 0) return null
  return (
    <small>
      x̄ {formatNumber(result.mean, { language, decimals: result.digits + 1 })} · n {result.n}
    </small>
  )
}
