import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon } from '@/client/ui/icons'
import type { Row } from '@/contract/resource'
import type { qualityCheck } from '../../contract/quality-check'
import { readingProblem } from '../../rules/quality-check'
import { ParameterLines, type ParameterLine } from '../inspection/ParameterLines'

export type ReadingLines = Row<typeof qualityCheck>['readings']
const VERDICTS = ['ok', 'notOk', 'notApplicable'] as const
const isUnanswered = ({ kind, verdict }: ReadingLines[number]): boolean => kind === 'okNotOk' && verdict === null
const NONE: ReadonlyMap<string, number | null> = new Map()

/** Inputs for the readings of a template: number pad with limits for numbers, one tap for OK / not OK items. */
export function Readings({
  readings,
  disabled,
  onChange,
}: {
  readings: ReadingLines
  disabled: boolean
  onChange: (readings: ReadingLines) => void
}) {
  const { t } = useTranslation(['quality', 'plant'])
  const language = useLanguage()
  const name = ({ item, itemEn }: ReadingLines[number]) => (language === 'en' ? (itemEn ?? item) : item)
  const several = (item: string) => readings.filter((one) => one.item === item).length > 1
  const set = (at: number, change: Partial<ReadingLines[number]>) =>
    onChange(readings.map((one, i) => (i === at ? { ...one, ...change } : one)))
  const lines = readings.flatMap((one, at): ParameterLine[] =>
    one.kind === 'number'
      ? [
          {
            key: String(at),
            label: several(one.item)
              ? t('pages.sheet.reading', { item: name(one), number: one.number })
              : `${name(one)}${one.required ? ' *' : ''}`,
            unit: one.unit,
            low: one.low,
            target: one.target,
            high: one.high,
            actual: one.value,
          },
        ]
      : [],
  )
  const senseless = (line: ParameterLine, actual: number): string | null => {
    const problem = readingProblem(actual, line)
    return problem && t(`pages.sheet.${problem}`, { expected: line.target ?? line.high ?? 0 })
  }
  return (
    <>
      {lines.length > 0 && (
        <ParameterLines
          lines={lines}
          last={NONE}
          disabled={disabled}
          senseless={senseless}
          onChange={(next) => {
            const values = new Map(next.map(({ key, actual }) => [Number(key), actual]))
            onChange(readings.map((one, at) => (values.has(at) ? { ...one, value: values.get(at) ?? null } : one)))
          }}
        />
      )}
      {readings.map((one, at) =>
        one.kind === 'okNotOk' ? (
          <ChoiceGrid
            key={`${one.item} ${one.number}`}
            inOneRow
            showsLabel
            label={several(one.item) ? t('pages.sheet.reading', { item: name(one), number: one.number }) : name(one)}
            options={VERDICTS.map((key) => ({
              key,
              word: t(`qualityCheck.subOptions.readings.verdict.${key}`),
              tone: key === 'ok' ? ('ok' as const) : key === 'notOk' ? ('bad' as const) : undefined,
            }))}
            value={one.verdict}
            onChange={(verdict) => set(at, { verdict })}
          />
        ) : null,
      )}
      {readings.some(isUnanswered) && (
        <Button
          icon={<CheckIcon size={20} />}
          disabled={disabled}
          onClick={() => onChange(readings.map((one) => (isUnanswered(one) ? { ...one, verdict: 'ok' } : one)))}
        >
          {t('plant:pages.sheet.restOk')}
        </Button>
      )}
    </>
  )
}
