import { describe, expect, it, test } from 'vitest'
import { checkInput } from '@/contract/schema'
import { answerPoint } from '@/areas/rounds/contract/round-commands'
import { calculateRoundProgress, findPointByCode } from '@/areas/rounds/client/walk/round-progress'
import { buildWalkPoints } from '@/areas/rounds/client/walk/walk-points'
import {
  buildAnswerFromInput,
  buildCorrectionDraft,
  type RecordedAnswer,
} from '@/areas/rounds/client/walk/recorded-answer'
import {
  buildAnswerInput,
  createPointDraft,
  getOpenItems,
  buildSkipInput,
  judgeEnteredItem,
} from '@/areas/rounds/client/walk/point-draft'
import { groupAnswersByPoint, getEffectiveAnswers } from '@/areas/rounds/client/walk/use-walk'
import { createRound, id, machines, ROUND } from './plant'

const points = buildWalkPoints(createRound(), machines)
const [a, b] = [points[0]!, points[1]!]
const AT = '2026-11-20T02:00:00.000Z'
const draft = {
  ...createPointDraft(id(50)),
  presence: 'scanned' as const,
  scannedText: 'eq:EX-01',
  values: { noise: 'notOk', temp: 85 },
  photos: { noise: [id(60)], '': [id(61)] },
  repairs: { noise: id(70) },
  note: ' 漏油 ',
}

describe('a code at a point', () => {
  it.each([
    ['cp:P-7', 'scanner', 'a', 'scanned'],
    ['eq:EX-01', 'scanner', 'a', 'scanned'],
    ['EX-01', 'hand', 'a', 'byHand'],
    ['CA-01', 'scanner', 'b', 'scanned'],
    ['eq:ca-01', 'hand', 'b', 'byHand'],
  ] as const)('%s by %s belongs to point %s and proves it %s', (text, by, key, presence) => {
    const hit = findPointByCode(points, text, by)
    expect([hit?.point.key, hit?.presence]).toEqual([key, presence])
  })
  it('of no point of the round is none', () => expect(findPointByCode(points, 'eq:XX-99', 'scanner')).toBeNull())
  it('of a machine that is passed twice opens the point that is still open', () => {
    const twice = buildWalkPoints(
      {
        points: [
          { key: 'a', equipmentId: id(1), code: null, instruction: null, scanRequired: false },
          { key: 'z', equipmentId: id(1), code: null, instruction: null, scanRequired: false },
        ],
        items: [],
      },
      machines,
    )
    expect(findPointByCode(twice, 'eq:EX-01', 'scanner', (key) => key === 'z')?.point.key).toBe('z')
  })
})

describe('what is entered', () => {
  it('is judged by the limits, and what is missing is known by name', () => {
    expect(a.items.map((item) => judgeEnteredItem(a, draft, item))).toEqual(['notOk', 'out'])
    expect(getOpenItems(a, { ...draft, values: { temp: 20 } }).map(({ key }) => key)).toEqual(['noise'])
    expect(getOpenItems(b, { ...createPointDraft(id(51)), values: { clean: 'ok' } })).toEqual([])
  })
  it('becomes an answer the contract accepts, with photos, note and the repair reported on the spot', () => {
    const body = buildAnswerInput(ROUND, a, draft, AT)
    expect(checkInput(answerPoint as never, body)).toMatchObject({ ok: true })
    expect(body).toMatchObject({
      id: id(50),
      pointKey: 'a',
      presence: 'scanned',
      scannedText: 'eq:EX-01',
      note: '漏油',
      images: [id(61)],
      repairIds: [id(70)],
    })
    expect(body.values).toEqual([
      { itemKey: 'noise', answer: 'notOk', number: null, text: null, images: [id(60)] },
      { itemKey: 'temp', answer: null, number: 85, text: null, images: [] },
    ])
  })
  it('leaves unanswered items out and sends a skip with its reason only', () => {
    expect(
      buildAnswerInput(ROUND, b, { ...createPointDraft(id(51)), presence: 'byHand', values: { clean: 'ok' } }, AT)
        .values,
    ).toHaveLength(1)
    const skip = buildSkipInput(ROUND, 'b', { id: id(52), scannedText: null }, '设备停机', AT)
    expect(checkInput(answerPoint as never, skip)).toMatchObject({ ok: true })
    expect(skip).toEqual({
      id: id(52),
      roundId: ROUND,
      pointKey: 'b',
      state: 'skipped',
      reason: '设备停机',
      occurredAt: AT,
    })
  })
})

describe('how far a round is', () => {
  const done = (over: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
    ...buildAnswerFromInput(buildAnswerInput(ROUND, a, { ...draft, values: { noise: 'ok', temp: 20 } }, AT)),
    ...over,
  })
  it('counts by the rule that lets it be finished', () => {
    expect(calculateRoundProgress(points, new Map())).toMatchObject({
      doneCount: 0,
      totalCount: 2,
      nextPoint: { key: 'a' },
    })
    const half = calculateRoundProgress(points, getEffectiveAnswers([done()]))
    expect([half.doneCount, half.nextPoint?.key, half.pointStates.get('a')]).toEqual([1, 'b', 'ok'])
    const all = calculateRoundProgress(
      points,
      getEffectiveAnswers(
        [done()],
        [buildAnswerFromInput(buildSkipInput(ROUND, 'b', { id: id(53), scannedText: null }, '停机', AT))],
      ),
    )
    expect([all.doneCount, all.nextPoint, all.pointStates.get('b')]).toEqual([2, null, 'skipped'])
  })
  it('shows what was found, and takes the newest of several answers at a point', () => {
    const bad = buildAnswerFromInput(buildAnswerInput(ROUND, a, draft, AT))
    expect(
      calculateRoundProgress(points, getEffectiveAnswers([bad])).findings.map(({ itemKey, verdict }) => [
        itemKey,
        verdict,
      ]),
    ).toEqual([
      ['noise', 'notOk'],
      ['temp', 'out'],
    ])
    const mended = done({ id: id(54), occurredAt: '2026-11-20T02:30:00.000Z' })
    expect(calculateRoundProgress(points, getEffectiveAnswers([mended], [bad])).pointStates.get('a')).toBe('ok')
    expect(calculateRoundProgress(points, getEffectiveAnswers([bad], [mended])).pointStates.get('a')).toBe('ok')
  })
  it('a skip takes the place of no measurement, and what was measured before stays known', () => {
    const [first, second] = [done(), done({ id: id(55), occurredAt: '2026-11-20T02:20:00.000Z' })]
    const skip = buildAnswerFromInput(
      buildSkipInput(ROUND, 'a', { id: id(56), scannedText: null }, '停机', '2026-11-20T02:40:00.000Z'),
    )
    const given = groupAnswersByPoint([skip], [first], [second]).get('a')
    expect(given?.map((one) => one.id)).toEqual([second.id, first.id, skip.id])
    expect(calculateRoundProgress(points, getEffectiveAnswers([skip], [first])).pointStates.get('a')).toBe('ok')
  })
  it('an answer known from the outbox and from the server is one, marked as the outbox has it', () => {
    const one = buildAnswerFromInput(buildAnswerInput(ROUND, a, draft, AT))
    expect(
      [...getEffectiveAnswers([one], [{ ...one, isUnsent: false }]).values()].map(({ isUnsent }) => isUnsent),
    ).toEqual([true])
  })
  it('a point that must be scanned is not done by hand', () => {
    expect(
      calculateRoundProgress(points, getEffectiveAnswers([done({ presence: 'byHand' })])).pointStates.get('a'),
    ).toBe('open')
  })
})

test('a finished point opens with what was entered, and is answered anew with what was corrected', () => {
  const { a } = { a: points.find(({ key }) => key === 'a')! }
  const answer = buildAnswerFromInput({
    id: id(60),
    roundId: ROUND,
    pointKey: 'a',
    state: 'done',
    presence: 'scanned',
    scannedText: 'cp:P-7',
    values: [
      { itemKey: 'noise', answer: 'ok', images: [id(61)] },
      { itemKey: 'temp', number: 65 },
    ],
    note: '已听',
    occurredAt: AT,
  } as never)
  const opened = { ...createPointDraft(id(62)), ...buildCorrectionDraft(a, answer) }
  expect(opened).toMatchObject({
    id: id(62),
    presence: 'scanned',
    scannedText: 'cp:P-7',
    values: { noise: 'ok', temp: 65 },
    photos: { noise: [id(61)] },
    travelled: [id(61)],
    note: '已听',
  })
  const later = '2026-11-20T03:00:00.000Z'
  const corrected = buildAnswerFromInput(
    buildAnswerInput(ROUND, a, { ...opened, values: { ...opened.values, temp: 75 } }, later),
  )
  const counts = getEffectiveAnswers([answer], [corrected]).get('a')
  expect(counts?.values).toMatchObject([
    { itemKey: 'noise', answer: 'ok', images: [id(61)] },
    { itemKey: 'temp', number: 75 },
  ])
})
test('a finished point opens with what was reported of it, and its correction names that again', () => {
  const a = points.find(({ key }) => key === 'a')!
  const answer = buildAnswerFromInput({
    id: id(70),
    roundId: ROUND,
    pointKey: 'a',
    state: 'done',
    presence: 'scanned',
    values: [
      { itemKey: 'noise', answer: 'notOk' },
      { itemKey: 'temp', number: 65 },
    ],
    repairIds: [id(71)],
    occurredAt: AT,
  } as never)
  const opened = { ...createPointDraft(id(72)), ...buildCorrectionDraft(a, answer) }
  expect(opened.repairs).toEqual({ noise: id(71) })
  expect(buildAnswerInput(ROUND, a, opened, AT).repairIds).toEqual([id(71)])
})
test('a skipped point opens empty; a typed code that proved nothing is kept with the skip', () => {
  const b = points.find(({ key }) => key === 'b')!
  expect(
    buildCorrectionDraft(
      b,
      buildAnswerFromInput(buildSkipInput(ROUND, 'b', { id: id(63), scannedText: null }, '停机', AT)),
    ),
  ).toEqual({})
  expect(buildSkipInput(ROUND, 'b', { id: id(64), scannedText: 'CA-01' }, '标签损坏', AT)).toMatchObject({
    state: 'skipped',
    scannedText: 'CA-01',
  })
})
