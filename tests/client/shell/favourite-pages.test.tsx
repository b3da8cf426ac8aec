// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useFavouritePages, useGroupFold } from '@/client/shell/favourite-pages'
import { signInPerson } from '../signed-in'

beforeEach(() => {
  localStorage.clear()
  signInPerson({ id: 'person-1' })
})
afterEach(cleanup)

test('a page is starred for one person, everywhere at once, until the star is removed', () => {
  const [first, second] = [renderHook(useFavouritePages), renderHook(useFavouritePages)]
  act(() => first.result.current[1]('/quality/tracking'))
  expect([first.result.current[0], second.result.current[0]]).toEqual([['/quality/tracking'], ['/quality/tracking']])
  act(() => signInPerson({ id: 'person-2' }))
  expect(renderHook(useFavouritePages).result.current[0]).toEqual([])
  act(() => signInPerson({ id: 'person-1' }))
  const again = renderHook(useFavouritePages)
  act(() => again.result.current[1]('/quality/tracking'))
  expect(again.result.current[0]).toEqual([])
})
test('a group keeps its open or closed place', () => {
  const show = (isOpenByDefault: boolean) =>
    renderHook(({ isDefault }) => useGroupFold('quality', isDefault), { initialProps: { isDefault: isOpenByDefault } })
  const closed = show(false)
  expect(closed.result.current[0]).toBe(false)
  act(() => closed.result.current[1]())
  expect(closed.result.current[0]).toBe(true)
  cleanup()
  const reopened = show(false)
  expect(reopened.result.current[0]).toBe(true)
  act(() => reopened.result.current[1]())
  expect(reopened.result.current[0]).toBe(false)
  // A page inside the group opens it.
  reopened.rerender({ isDefault: true })
  expect(reopened.result.current[0]).toBe(true)
})
