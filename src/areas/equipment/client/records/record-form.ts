import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { plantMoment } from '@/client/clock'
import type { FormParts } from '@/client/resource/ResourcePage'
import type { AnyRow } from '@/client/resource/columns'
import type { Values } from '@/client/resource/values'
import { session } from '@/client/session/session'
import { usePlantZone } from '@/client/session/zone'
import { recordProblem, type RecordFacts, type RecordProblem } from '../../rules/record'

/** Where in the form each contradiction stands. */
const places: Record<RecordProblem['code'], string> = {
  nextDueBefore: 'nextDueOn',
  limitsCrossed: 'values',
  okOutsideLimits: 'values',
  partUnnamed: 'parts',
  partQuantity: 'parts',
}
/** Of an earlier record what holds again: the machine, what is looked at and where; never what came out. */
const again = [
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
const outcomes = ['value', 'result', 'remark']

/** Values of a new record that repeats an earlier one. */
export function repeated(row: AnyRow): Values {
  const lines = (value: unknown) =>
    Array.isArray(value)
      ? value.map((line: Values) =>
          Object.fromEntries(Object.entries(line).map(([name, one]) => [name, outcomes.includes(name) ? null : one])),
        )
      : value
  return Object.fromEntries(
    again.filter((name) => row[name] !== undefined && row[name] !== null).map((name) => [name, lines(row[name])]),
  )
}

/** What the form of a record begins with and what the server's rule says against it, before it is saved. */
export function useRecordForm(like: AnyRow | null): FormParts {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const check = useCallback(
    (values: Readonly<Values>) => {
      const problem = recordProblem(values as typeof values & RecordFacts, zone)
      if (!problem) return []
      const { code, ...params } = problem
      return [{ name: places[code], message: t(`refusals.record.${code}`, params) }]
    },
    [t, zone],
  )
  return useMemo(
    () => ({
      start: () => ({ occurredAt: plantMoment(), people: [session().userId], ...(like ? repeated(like) : {}) }),
      check,
    }),
    [like, check],
  )
}
