import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '@/client/clock'
import type { ResourceFormParts } from '@/client/resource/ResourcePage'
import type { ListRow } from '@/client/resource/build-columns'
import type { FormValues } from '@/client/resource/form-values'
import { getSession } from '@/client/session/session'
import { usePlantZone } from '@/client/session/plant-zone'
import { findRecordProblem, type RecordContent, type RecordProblem } from '../../rules/record'

/** Maps each contradiction in a record to the form field that displays the message. */
const fieldsByProblem: Record<RecordProblem['code'], string> = {
  nextDueBefore: 'nextDueOn',
  limitsCrossed: 'values',
  okOutsideLimits: 'values',
  partUnnamed: 'parts',
  partQuantity: 'parts',
}
/** Fields copied from an earlier record: machine, subject and place, but never results. */
const repeatedFields = [
  'equipmentId',
  'lineId',
  'team',
  'shift',
  'kind',
  'circuit',
  'part',
  'meterId',
  'instrument',
  'standard',
  'title',
  'position',
  'items',
  'values',
  'points',
] as const
const resultFields = ['value', 'result', 'remark']

/** Builds the values of a new record that repeats an earlier one, without results. */
export function buildRepeatedRecord(row: ListRow): FormValues {
  const clearResults = (value: unknown) =>
    Array.isArray(value)
      ? value.map((entry: FormValues) =>
          Object.fromEntries(
            Object.entries(entry).map(([name, entryValue]) => [name, resultFields.includes(name) ? null : entryValue]),
          ),
        )
      : value
  return Object.fromEntries(
    repeatedFields
      .filter((name) => row[name] !== undefined && row[name] !== null)
      .map((name) => [name, clearResults(row[name])]),
  )
}

/** Returns the initial values of a record form, and the server's consistency check, which runs before saving. */
export function useRecordForm(template: ListRow | null): ResourceFormParts {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const check = useCallback(
    (values: Readonly<FormValues>) => {
      const problem = findRecordProblem(values as typeof values & RecordContent, zone)
      if (!problem) return []
      const { code, ...params } = problem
      return [{ name: fieldsByProblem[code], message: t(`refusals.record.${code}`, params) }]
    },
    [t, zone],
  )
  return useMemo(
    () => ({
      getStartValues: () => ({
        occurredAt: getPlantMoment(),
        people: [getSession().userId],
        ...(template ? buildRepeatedRecord(template) : {}),
      }),
      check,
    }),
    [template, check],
  )
}
