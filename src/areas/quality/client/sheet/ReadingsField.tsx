import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { CheckIcon } from '@/client/ui/icons'
import type { Row } from '@/contract/resource'
import type { qualityCheck } from '../../contract/quality-check'
import { findReadingProblem } from '../../rules/quality-check'
import { ParameterInputList, type ParameterWithValue } from '../inspection/ParameterInputList'

/** `number` is the ordinal of a reading among the readings of the same item, from 1. */
export type ReadingList = Row<typeof qualityCheck>['readings']
const VERDICTS = ['ok', 'notOk', 'notApplicable'] as const
const isUnanswered = ({ kind, verdict }: ReadingList[number]): boolean => kind === 'okNotOk' && verdict === null
const NO_PREVIOUS_VALUES: ReadonlyMap<string, number | null> = new Map()

/** Inputs for the readings of a template: number pad with limits for numbers, one tap for OK / not OK items. */
export function ReadingsField({
  readings,
  disabled,
  onChange,
}: {
  readings: ReadingList
  disabled: boolean
  onChange: (readings: ReadingList) => void
}) {
  const { t } = useTranslation(['quality', 'plant'])
  const language = useLanguage()
  const getItemName = ({ item, itemEn }: ReadingList[number]) => (language === 'en' ? (itemEn ?? item) : item)
  const hasSeveralReadings = (item: string) => readings.filter((reading) => reading.item === item).length > 1
  const setReading = (index: number, change: Partial<ReadingList[number]>) =>
    onChange(readings.map((reading, i) => (i === index ? { ...reading, ...change } : reading)))
  const numberParameters = readings.flatMap((reading, index): ParameterWithValue[] =>
    reading.kind === 'number'
      ? [
          {
            key: String(index),
            label: hasSeveralReadings(reading.item)
              ? t('pages.sheet.reading', { item: getItemName(reading), number: reading.number })
              : getItemName(reading),
            required: reading.required,
            unit: reading.unit,
            low: reading.low,
            target: reading.target,
            high: reading.high,
            actual: reading.value,
          },
        ]
      : [],
  )
  const describeProblem = (parameter: ParameterWithValue, actual: number): string | null => {
    const problem = findReadingProblem(actual, parameter)
    return problem && t(`pages.sheet.${problem}`, { expected: parameter.target ?? parameter.high ?? 0 })
  }
  return (
    <>
      {numberParameters.length > 0 && (
        <ParameterInputList
          parameters={numberParameters}
          previousValues={NO_PREVIOUS_VALUES}
          disabled={disabled}
          describeProblem={describeProblem}
          onChange={(nextParameters) => {
            const values = new Map(nextParameters.map(({ key, actual }) => [Number(key), actual]))
            onChange(
              readings.map((reading, index) =>
                values.has(index) ? { ...reading, value: values.get(index) ?? null } : reading,
              ),
            )
          }}
        />
      )}
      {readings.map((reading, index) =>
        reading.kind === 'okNotOk' ? (
          <ChoiceGrid
            key={`${reading.item} ${reading.number}`}
            inOneRow
            showsLabel
            label={
              hasSeveralReadings(reading.item)
                ? t('pages.sheet.reading', { item: getItemName(reading), number: reading.number })
                : getItemName(reading)
            }
            options={VERDICTS.map((key) => ({
              key,
              label: t(`qualityCheck.subOptions.readings.verdict.${key}`),
              tone: key === 'ok' ? ('ok' as const) : key === 'notOk' ? ('bad' as const) : undefined,
            }))}
            value={reading.verdict}
            onChange={(verdict) => setReading(index, { verdict })}
          />
        ) : null,
      )}
      {readings.some(isUnanswered) && (
        <Button
          icon={<CheckIcon size={20} />}
          disabled={disabled}
          onClick={() =>
            onChange(readings.map((reading) => (isUnanswered(reading) ? { ...reading, verdict: 'ok' } : reading)))
          }
        >
          {t('plant:pages.sheet.restOk')}
        </Button>
      )}
    </>
  )
}
