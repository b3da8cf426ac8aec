import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeEdits, isSameValue, type EditFields } from '@/contract/merge-edits'

const base = { fault: 'noise', severity: 'low', photos: ['a'], place: null }

describe('mergeEdits', () => {
  it('merges disjoint fields', () => {
    expect(mergeEdits(base, { fault: 'loud noise' }, { severity: 'high', photos: ['a', 'b'] })).toEqual({
      ok: true,
      merged: { fault: 'loud noise', severity: 'high', photos: ['a', 'b'], place: null },
    })
  })

  it('lists both values where both changed one field, and still merges the others', () => {
    expect(mergeEdits(base, { fault: 'mine', severity: 'high' }, { fault: 'theirs', place: 'hall 2' })).toEqual({
      ok: false,
      merged: { fault: 'theirs', severity: 'high', photos: ['a'], place: 'hall 2' },
      conflicts: [{ field: 'fault', base: 'noise', mine: 'mine', theirs: 'theirs' }],
    })
  })

  describe('of a list whose entries have their own key', () => {
    const items = (...said: [string, string][]) => said.map(([item, result]) => ({ item, result }))
    const was = items(['oil', 'ok'], ['air', 'ok'], ['belt', 'ok'])
    const merge = (mine: unknown, theirs: unknown) =>
      mergeEdits(
        { items: was },
        { items: mine },
        { items: theirs },
        new Map(),
        new Map([['items', { key: 'item', max: 4 }]]),
      )
    it('takes the changes of each side, in their order', () => {
      const mine = items(['oil', 'notOk'], ['air', 'ok'], ['belt', 'ok'], ['fan', 'ok'])
      const theirs = items(['belt', 'ok'], ['oil', 'ok'], ['air', 'notOk'])
      expect(merge(mine, theirs)).toEqual({
        ok: true,
        merged: { items: items(['belt', 'ok'], ['oil', 'notOk'], ['air', 'notOk'], ['fan', 'ok']) },
      })
    })
    it('offers a choice for entries changed by both: either choice keeps the other changes', () => {
      const mine = items(['oil', 'notOk'], ['air', 'attention'], ['belt', 'ok'])
      const theirs = items(['oil', 'ok'], ['air', 'notOk'], ['belt', 'notOk'])
      expect(merge(mine, theirs)).toMatchObject({
        ok: false,
        conflicts: [
          {
            field: 'items',
            mine: items(['oil', 'notOk'], ['air', 'attention'], ['belt', 'notOk']),
            theirs: items(['oil', 'notOk'], ['air', 'notOk'], ['belt', 'notOk']),
          },
        ],
      })
    })
    it('removes an entry removed by one side, and asks if the other side changed it', () => {
      expect(merge(was.slice(1), items(['oil', 'ok'], ['air', 'notOk'], ['belt', 'ok']))).toEqual({
        ok: true,
        merged: { items: items(['air', 'notOk'], ['belt', 'ok']) },
      })
      expect(merge(was.slice(1), items(['oil', 'notOk'], ['air', 'ok'], ['belt', 'ok']))).toMatchObject({
        ok: false,
        conflicts: [{ mine: was.slice(1), theirs: items(['oil', 'notOk'], ['air', 'ok'], ['belt', 'ok']) }],
      })
    })
    it('treats the list as one value if a key is repeated or missing, or the merged list is too long', () => {
      const twice = items(['oil', 'notOk'], ['oil', 'ok'])
      const theirs = items(['oil', 'ok'], ['air', 'notOk'], ['belt', 'ok'])
      expect(merge(twice, theirs)).toMatchObject({ ok: false, conflicts: [{ mine: twice, theirs }] })
      const [five, six] = [items(['a', 'ok'], ['b', 'ok']), items(['c', 'ok'], ['d', 'ok'], ['e', 'ok'])]
      expect(merge(five, six)).toMatchObject({ ok: false, conflicts: [{ mine: five, theirs: six }] })
    })
  })

  it('takes the same change on both sides as one; null clears, absent leaves unchanged', () => {
    expect(mergeEdits(base, { fault: null, severity: undefined }, { fault: null })).toEqual({
      ok: true,
      merged: { ...base, fault: null },
    })
  })

  it('treats two additions to one list as a conflict: none may be lost', () => {
    expect(mergeEdits(base, { photos: ['a', 'b'] }, { photos: ['a', 'c'] })).toMatchObject({
      ok: false,
      conflicts: [{ field: 'photos' }],
    })
  })

  it.each<[string, string[], string[], string[], string[] | null]>([
    ['both add', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
    ['both add the same', ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['one takes out, the other adds', ['a', 'b'], ['b'], ['a', 'b', 'c'], ['b', 'c']],
    ['each takes out another', ['a', 'b', 'c'], ['b', 'c'], ['a', 'b'], ['b']],
    ['one is repeated', ['a'], ['a', 'a'], ['a', 'b'], ['a', 'b', 'a']],
    ['both change the same', ['a'], ['b'], ['c'], null],
    ['one changes what the other takes out', ['a', 'b'], ['x', 'b'], ['b', 'c'], null],
    ['one changes the order', ['a', 'b'], ['b', 'a'], ['a', 'b', 'c'], null],
    ['more than the list takes', [], ['a', 'b'], ['c', 'd'], null],
  ])('joins lists whose entries stand for themselves: %s', (_case, photos, mine, theirs, expected) => {
    const merge = mergeEdits({ photos }, { photos: mine }, { photos: theirs }, new Map([['photos', 3]]))
    expect(merge.ok ? merge.merged['photos'] : null).toEqual(expected)
  })
})

it.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [['a'], { 0: 'a' }, false],
  [{ toString: 1 }, {}, false],
  [null, {}, false],
  [null, undefined, true],
  [{ unit: 'kg', note: null }, { unit: 'kg' }, true],
  [{ unit: 'kg' }, { note: null, unit: 'kg', of: undefined }, true],
  [{ unit: 'kg', note: 'x' }, { unit: 'kg' }, false],
  [{ unit: 'kg' }, { unit: 'kg', note: '' }, false],
  [[null], [], false],
  [[{ b: 1, a: [{ d: 1, c: null }] }], [{ a: [{ d: 1 }], b: 1 }], true],
  [1, '1', false],
  [0, -0, true],
  [Number.NaN, Number.NaN, true],
])('%j and %j are the same: %s', (a, b, expected) => {
  expect(isSameValue(a, b)).toBe(expected)
})

const rows = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'toString'),
  fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constant(null),
    fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
  ),
  { noNullPrototype: true },
)

describe('for any edits', () => {
  it('applies an edit to an unchanged row completely', () => {
    fc.assert(
      fc.property(rows, rows, (from, edit) => {
        const expected = { ok: true, merged: { ...from, ...edit } }
        expect(mergeEdits(from, edit, {})).toEqual(expected)
        expect(mergeEdits(from, {}, edit)).toEqual(expected)
      }),
    )
  })

  it('is symmetric: same conflicts, same merged fields', () => {
    fc.assert(
      fc.property(rows, rows, rows, (from, mine, theirs) => {
        const one = mergeEdits(from, mine, theirs)
        const other = mergeEdits(from, theirs, mine)
        const names = (merge: typeof one) => (merge.ok ? [] : merge.conflicts.map(({ field }) => field)).sort()
        expect(names(one)).toEqual(names(other))
        const clear = (fields: EditFields) =>
          Object.fromEntries(Object.entries(fields).filter(([key]) => !names(one).includes(key)))
        expect(clear(one.merged)).toEqual(clear(other.merged))
      }),
    )
  })

  it('loses no change of one side silently: it is in the result or in a conflict', () => {
    fc.assert(
      fc.property(rows, rows, rows, (from, mine, theirs) => {
        const merge = mergeEdits(from, mine, theirs)
        const conflicts = merge.ok ? [] : merge.conflicts.map(({ field }) => field)
        for (const edit of [mine, theirs]) {
          for (const [field, value] of Object.entries(edit)) {
            const was = Object.hasOwn(from, field) ? from[field] : undefined
            if (isSameValue(was, value) || conflicts.includes(field)) continue
            expect(merge.merged[field]).toEqual(value)
          }
        }
      }),
    )
  })
})
