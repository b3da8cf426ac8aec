import { describe, expect, test } from 'vitest'
import {
  applyDecision,
  checkDecision,
  isUsable,
  MAX_APPROVERS,
  applyReplacement,
  checkReplacement,
  getAvailableActions,
  checkSubmission,
  getNextApproverId,
  MAX_EARLIER_DECISIONS,
  appendDecisions,
  type Approver,
  type ApprovableVersion,
} from '@/areas/standards/rules/approval'
import {
  findProcessChanges,
  findProcessProblems,
  isEmptyProcess,
  type ProcessContent,
  type ProcessParameter,
} from '@/areas/standards/rules/process-standard'

const buildApprover = (userId: string, decision: Approver['decision'] = null): Approver => ({
  userId,
  decision,
  decidedAt: null,
  reason: null,
})
const version = (more: Partial<ApprovableVersion> = {}): ApprovableVersion => ({
  state: 'inApproval',
  newest: false,
  approvers: [buildApprover('q'), buildApprover('m')],
  authors: ['a'],
  ...more,
})

describe('a submission', () => {
  test.each([
    ['a draft', {}, ['q', 'm'], null],
    ['one sent back', { state: 'rejected' }, ['q'], null],
    ['what is in approval', { state: 'inApproval' }, ['q'], 'wrongState'],
    ['what is in force', { state: 'approved' }, ['q'], 'wrongState'],
    ['without approvers', {}, [], 'noApprovers'],
    ['twice to one', {}, ['q', 'm', 'q'], 'twice'],
    ['to its own author', {}, ['q', 'a'], 'ownDraft'],
    ['to too many', {}, Array.from({ length: MAX_APPROVERS + 1 }, (_, i) => `p${i}`), 'tooMany'],
  ] as [string, Partial<ApprovableVersion>, string[], string | null][])('of %s', (_what, more, approvers, code) => {
    expect(checkSubmission(version({ state: 'notApproved', ...more }), approvers)?.code ?? null).toBe(code)
  })
})

describe('a decision', () => {
  test.each([
    ['of the first', {}, 'q', 'approved', null, null],
    ['of the second before the first', {}, 'm', 'approved', null, 'notYourTurn'],
    [
      'of the second after the first',
      { approvers: [buildApprover('q', 'approved'), buildApprover('m')] },
      'm',
      'approved',
      null,
      null,
    ],
    [
      'twice',
      { approvers: [buildApprover('q', 'approved'), buildApprover('m')] },
      'q',
      'approved',
      null,
      'alreadyDecided',
    ],
    ['of a stranger', {}, 'x', 'approved', null, 'notApprover'],
    ['of an author who became an approver', { authors: ['a', 'q'] }, 'q', 'approved', null, 'ownDraft'],
    ['on a draft', { state: 'notApproved' }, 'q', 'approved', null, 'wrongState'],
    ['on what is in force', { state: 'approved' }, 'q', 'approved', null, 'wrongState'],
    ['against without a reason', {}, 'q', 'rejected', ' ', 'noReason'],
    ['against with a reason', {}, 'q', 'rejected', 'too hot', null],
  ] as [string, Partial<ApprovableVersion>, string, 'approved' | 'rejected', string | null, string | null][])(
    '%s',
    (_what, more, person, verdict, reason, code) => {
      expect(checkDecision(version(more), person, verdict, reason)?.code ?? null).toBe(code)
    },
  )
  test('moves on to the next approver, and the last one puts the version in force', () => {
    const decidedAt = '2026-11-20T02:00:00.000Z'
    const first = applyDecision(version(), 'q', { decision: 'approved', reason: null, decidedAt: decidedAt })
    expect(first).toMatchObject({
      state: 'inApproval',
      waitingFor: 'm',
      approvers: [{ userId: 'q', decision: 'approved', decidedAt: decidedAt }, { decision: null }],
    })
    expect(
      applyDecision(version(first), 'm', { decision: 'approved', reason: 'fine', decidedAt: decidedAt }),
    ).toMatchObject({
      state: 'approved',
      waitingFor: null,
      approvers: [{}, { reason: 'fine' }],
    })
    expect(
      applyDecision(version(first), 'm', { decision: 'rejected', reason: 'no', decidedAt: decidedAt }),
    ).toMatchObject({
      state: 'rejected',
      waitingFor: null,
    })
    expect(getNextApproverId(version())).toBe('q')
    expect(getNextApproverId(version({ state: 'rejected' }))).toBe(null)
  })
})

describe('a replacement', () => {
  const replace = (approverId: string, insteadId: string, reason = 'ill') => ({ approverId, insteadId, reason })
  test.each([
    ['of the one whose turn it is', {}, replace('q', 'x'), 'lead', null],
    ['of one who comes later', {}, replace('m', 'x'), 'lead', null],
    ['by the replaced one', {}, replace('q', 'x'), 'q', null],
    ['by the one who takes it over', {}, replace('q', 'lead'), 'lead', null],
    ['in a draft', { state: 'notApproved' }, replace('q', 'x'), 'lead', 'wrongState'],
    ['in what is in force', { state: 'approved' }, replace('q', 'x'), 'lead', 'wrongState'],
    ['of who was not asked', {}, replace('z', 'x'), 'lead', 'notAsked'],
    [
      'of who has answered',
      { approvers: [buildApprover('q', 'approved'), buildApprover('m')] },
      replace('q', 'x'),
      'lead',
      'answeredAlready',
    ],
    ['by an author', {}, replace('q', 'x'), 'a', 'authorReplaces'],
    ['with an author', {}, replace('q', 'a'), 'lead', 'ownDraft'],
    ['with another approver', {}, replace('q', 'm'), 'lead', 'twice'],
    ['with the same', {}, replace('q', 'q'), 'lead', 'twice'],
    ['without a reason', {}, replace('q', 'x', ' '), 'lead', 'noReplaceReason'],
  ] as [string, Partial<ApprovableVersion>, ReturnType<typeof replace>, string, string | null][])(
    '%s',
    (_what, more, asks, person, code) => {
      expect(checkReplacement(version(more), person, asks)?.code ?? null).toBe(code)
    },
  )
  test('puts the substitute in the same position, and records the replaced person, author, time and reason', () => {
    const replacedAt = '2026-11-20T02:00:00.000Z'
    const firstReplacement = { userId: 'o', insteadId: 'q', replacedBy: 'lead', replacedAt: replacedAt, reason: 'left' }
    const pendingVersion = version({
      approvers: [buildApprover('e', 'approved'), buildApprover('q'), buildApprover('m')],
    })
    expect(
      applyReplacement({ ...pendingVersion, replacements: [firstReplacement] }, 'lead', {
        approverId: 'q',
        insteadId: 'x',
        reason: ' ill ',
        replacedAt: replacedAt,
      }),
    ).toEqual({
      approvers: [buildApprover('e', 'approved'), buildApprover('x'), buildApprover('m')],
      waitingFor: 'x',
      replacements: [
        firstReplacement,
        { userId: 'q', insteadId: 'x', replacedBy: 'lead', replacedAt: replacedAt, reason: 'ill' },
      ],
    })
    // Whose turn it is does not change with one who comes later.
    expect(
      applyReplacement({ ...pendingVersion, replacements: [] }, 'lead', {
        approverId: 'm',
        insteadId: 'x',
        reason: 'ill',
        replacedAt: replacedAt,
      }),
    ).toMatchObject({ waitingFor: 'q', approvers: [{}, { userId: 'q' }, { userId: 'x' }] })
  })
})

test('displayed steps equal executed steps', () => {
  const all = () => true
  const steps = (more: Partial<ApprovableVersion>, person = 'a') => getAvailableActions(version(more), person, all)
  expect(steps({ state: 'notApproved' })).toEqual(['edit', 'remove', 'submit'])
  expect(steps({ state: 'rejected' })).toEqual(['edit', 'remove', 'submit'])
  expect(steps({})).toEqual(['withdraw'])
  expect(steps({}, 'q')).toEqual(['withdraw', 'reject', 'approve'])
  expect(steps({ state: 'approved', newest: true })).toEqual(['newVersion'])
  expect(steps({ state: 'approved' })).toEqual([])
  expect(getAvailableActions(version(), 'q', (suffix) => suffix === 'Approve')).toEqual(['reject', 'approve'])
  expect([
    isUsable({ state: 'approved', newest: true }),
    isUsable({ state: 'approved', newest: false }),
    isUsable({ state: 'inApproval', newest: true }),
  ]).toEqual([true, false, false])
})

const parameter = (key: string, more: Partial<ProcessParameter> = {}): ProcessParameter => ({
  key,
  label: key,
  unit: '°C',
  low: 140,
  target: 145,
  high: 150,
  ...more,
})
const ratio = (materialId: string, minPercent: number | null, maxPercent: number | null = null) => ({
  materialId,
  minPercent,
  maxPercent,
})
describe('the content of a standard', () => {
  test.each([
    [
      'is fine',
      [parameter('a'), parameter('b', { low: null, high: null })],
      [ratio('x', 95, 100), ratio('y', 0.5, 5)],
      [],
    ],
    [
      'names a parameter twice',
      [parameter('a'), parameter('a')],
      [],
      [{ path: ['parameters', 1, 'key'], code: 'duplicate' }],
    ],
    [
      'crosses limits',
      [parameter('a', { low: 151 })],
      [],
      [{ path: ['parameters', 0, 'low'], code: 'tooBig', limit: 150 }],
    ],
    [
      'aims above its limit',
      [parameter('a', { target: 151 })],
      [],
      [{ path: ['parameters', 0, 'target'], code: 'tooBig', limit: 150 }],
    ],
    [
      'aims below its limit',
      [parameter('a', { target: 139, high: null })],
      [],
      [{ path: ['parameters', 0, 'target'], code: 'tooSmall', limit: 140 }],
    ],
    [
      'feeds a material twice',
      [],
      [ratio('x', 1), ratio('x', 1)],
      [{ path: ['ratios', 1, 'materialId'], code: 'duplicate' }],
    ],
    ['crosses shares', [], [ratio('x', 5, 4)], [{ path: ['ratios', 0, 'minPercent'], code: 'tooBig', limit: 4 }]],
    [
      'feeds more than all',
      [],
      [ratio('x', 97.5), ratio('y', 3)],
      [{ path: ['ratios', 1, 'minPercent'], code: 'sumTooBig', limit: 2.5 }],
    ],
    [
      'doses more than it may',
      [],
      [{ ...ratio('x', 1, 3), targetPercent: 4 }],
      [{ path: ['ratios', 0, 'targetPercent'], code: 'tooBig', limit: 3 }],
    ],
    [
      'doses less than it must',
      [],
      [{ ...ratio('x', 2), targetPercent: 1 }],
      [{ path: ['ratios', 0, 'targetPercent'], code: 'tooSmall', limit: 2 }],
    ],
    [
      'doses more than all',
      [],
      [
        { ...ratio('x', null), targetPercent: 98 },
        { ...ratio('y', null), targetPercent: 2.5 },
      ],
      [{ path: ['ratios', 1, 'targetPercent'], code: 'sumTooBig', limit: 2 }],
    ],
    ['feeds all of it in decimals', [], [ratio('x', 99.9), ratio('y', 0.1)], []],
  ])('%s', (_what, parameters, ratios, problems) => {
    expect(findProcessProblems({ parameters, ratios })).toEqual(problems)
  })
  test('differs from another in master data, parameters and ratios', () => {
    const previousContent: ProcessContent = {
      productId: 'p',
      lineId: null,
      idealSpeed: 200,
      weightTolerance: 4,
      note: null,
      parameters: [parameter('a'), parameter('b'), parameter('c')],
      ratios: [ratio('x', 95, 100)],
    }
    const nextContent: ProcessContent = {
      ...previousContent,
      idealSpeed: 210,
      parameters: [parameter('c'), parameter('a', { high: 152 }), parameter('d')],
      ratios: [ratio('x', 95, 100), ratio('y', 1, 2)],
    }
    expect(findProcessChanges(previousContent, previousContent)).toEqual([])
    expect(findProcessChanges(previousContent, nextContent)).toEqual([
      { part: 'field', name: 'idealSpeed', before: 200, after: 210 },
      { part: 'parameter', before: parameter('a'), after: parameter('a', { high: 152 }) },
      { part: 'parameter', before: null, after: parameter('d') },
      { part: 'parameter', before: parameter('b'), after: null },
      { part: 'ratio', before: null, after: ratio('y', 1, 2) },
    ])
    expect([isEmptyProcess({ parameters: [], ratios: [], idealSpeed: null }), isEmptyProcess(previousContent)]).toEqual(
      [true, false],
    )
  })
})

describe('answers of earlier rounds', () => {
  const answered = (userId: string, decision: Approver['decision'], reason: string | null = null): Approver => ({
    userId,
    decision,
    decidedAt: decision && '2026-11-20T02:00:00.000Z',
    reason,
  })
  test('are added to those of earlier rounds, without approvers who had not answered', () => {
    const first = appendDecisions(
      [],
      [answered('q', 'approved'), answered('m', 'rejected', 'too hot'), answered('x', null)],
    )
    expect(first.map(({ userId, decision, reason }) => [userId, decision, reason])).toEqual([
      ['q', 'approved', null],
      ['m', 'rejected', 'too hot'],
    ])
    expect(appendDecisions(first, [answered('q', 'rejected', 'still')]).map(({ userId }) => userId)).toEqual([
      'q',
      'm',
      'q',
    ])
  })
  test('are limited to the latest ones that a version can store', () => {
    const many = Array.from({ length: MAX_EARLIER_DECISIONS }, (_, i) => answered(`p${i}`, 'rejected', 'no'))
    const kept = appendDecisions(appendDecisions([], many), [answered('last', 'approved')])
    expect([kept.length, kept[0]?.userId, kept.at(-1)?.userId]).toEqual([MAX_EARLIER_DECISIONS, 'p1', 'last'])
  })
})
