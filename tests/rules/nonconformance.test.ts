import { describe, expect, it } from 'vitest'
import {
  isAbnormityFinished,
  isAbnormityOverdue,
  isAnswerOwed,
  findFutureMeasureIndexes,
  openAbnormityStates,
  getVerificationProblem,
  type AbnormityState,
} from '@/areas/deviations/rules/abnormity'

const today = '2026-11-20'
const [open, done] = [{ doneOn: null }, { doneOn: '2026-11-19' }]

describe('the answer owed by a post', () => {
  it.each([
    ['raised', [], false],
    ['confirmed', [], true],
    ['analysed', [], true],
    ['acting', [open], true],
    ['acting', [done, open], true],
    ['acting', [done], false], // it waits for whoever verifies
    ['verified', [done], false],
    ['closed', [], false],
    ['withdrawn', [], false],
  ] as const)('%s with measures %j: owed %s', (state, measures, owed) => {
    expect(isAnswerOwed({ state, measures })).toBe(owed)
    expect(isAbnormityOverdue({ state, measures, dueOn: '2026-11-19' }, today)).toBe(owed)
  })
  it('is overdue on the day after it was due', () => {
    const of = (dueOn: string | null) => isAbnormityOverdue({ state: 'confirmed', measures: [], dueOn }, today)
    expect([of('2026-11-19'), of(today), of('2026-11-21'), of(null)]).toEqual([true, false, false, false])
  })
})

it('closed and withdrawn ones are over, all others are open', () => {
  const states: AbnormityState[] = ['raised', 'confirmed', 'analysed', 'acting', 'verified', 'closed', 'withdrawn']
  expect(states.filter(isAbnormityFinished)).toEqual(['closed', 'withdrawn'])
  expect(openAbnormityStates.toSorted()).toEqual(['acting', 'analysed', 'confirmed', 'raised', 'verified'])
})

it('a measure without the key of its completion date is not done', () => {
  const measure = { what: '换网', userId: null, dueOn: null } as unknown as { doneOn: string | null }
  expect(isAnswerOwed({ state: 'acting', measures: [measure] })).toBe(true)
  expect(getVerificationProblem({ measures: [measure as never], answeredBy: 'li' }, 'wang')).toBe('measuresOpen')
})

it('measures are verified when all are done, by another person', () => {
  const measure = (doneOn: string | null) => ({ what: '换网', userId: null, dueOn: null, doneOn })
  expect(getVerificationProblem({ measures: [measure(today)], answeredBy: 'li' }, 'wang')).toBeNull()
  expect(getVerificationProblem({ measures: [measure(today)], answeredBy: 'wang' }, 'wang')).toBe('ownMeasures')
  expect(getVerificationProblem({ measures: [measure(today), measure(null)], answeredBy: 'li' }, 'wang')).toBe(
    'measuresOpen',
  )
  expect(findFutureMeasureIndexes([measure(today), measure('2026-11-21'), measure(null)], today)).toEqual([1])
})
