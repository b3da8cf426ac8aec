// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { ChangedScreenFilter, TapFilter, type Tap } from '@/client/ui/tap-filter'

const tap = (timeStamp: number, more: Partial<Tap> = {}): Tap => ({
  isTrusted: true,
  detail: 1,
  clientX: 195,
  clientY: 800,
  timeStamp,
  ...more,
})

describe('a second tap', () => {
  it.each([60, 120, 250])('%i ms after the first, at the same place, does nothing', (after) => {
    const taps = new TapFilter()
    expect(taps.shouldCount(tap(1000))).toBe(true)
    expect(taps.shouldCount(tap(1000 + after, { clientX: 201, clientY: 795 }))).toBe(false)
  })
  it('is ignored however often it comes, and counts again after a while', () => {
    const taps = new TapFilter()
    const at = [1000, 1100, 1200, 1300, 1400]
    expect(at.map((one) => taps.shouldCount(tap(one)))).toEqual([true, false, false, false, true])
  })
  it('counts elsewhere on the screen', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    expect(taps.shouldCount(tap(1100, { clientY: 300 }))).toBe(true)
  })
  it('counts when the mouse was moved in between', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    taps.onMouseMoved()
    expect(taps.shouldCount(tap(1100))).toBe(true)
  })
  it('counts from the keyboard, and from a program', () => {
    const taps = new TapFilter()
    taps.shouldCount(tap(1000))
    expect(taps.shouldCount(tap(1050, { detail: 0 }))).toBe(true)
    expect(taps.shouldCount(tap(1060, { isTrusted: false }))).toBe(true)
  })
})

describe('a second tap on a changed screen', () => {
  const add = (tag: string, parent: Element = document.body) => parent.appendChild(document.createElement(tag))
  /** A filter on a screen whose topmost element everywhere is `screen.top`. */
  const onScreen = (top: Element) => {
    const screen = { top: top as Element | null }
    return { screen, filter: new ChangedScreenFilter(() => screen.top) }
  }
  it('does nothing: what opened in between was not seen', () => {
    const [opener, mask] = [add('button'), add('div')]
    const { screen, filter } = onScreen(opener)
    expect(filter.shouldCount(tap(1000), opener)).toBe(true)
    screen.top = mask
    expect(filter.shouldCount(tap(1200), mask)).toBe(false)
    expect(filter.shouldCount(tap(1360), mask)).toBe(true)
  })
  it('counts if it presses the same thing, although its text was replaced', () => {
    const key = add('button')
    const [text, nextText] = [add('b', key), add('b', key)]
    const { screen, filter } = onScreen(text)
    expect(filter.shouldCount(tap(1000), text)).toBe(true)
    screen.top = nextText
    expect(filter.shouldCount(tap(1060), nextText)).toBe(true)
  })
  it('counts on a neighbour while the first thing is still there', () => {
    const [four, five] = [add('button'), add('button')]
    const { filter } = onScreen(four)
    expect(filter.shouldCount(tap(1000), four)).toBe(true)
    expect(filter.shouldCount(tap(1060, { clientX: 220 }), five)).toBe(true)
  })
  it('counts as one with the tap on the label that the browser passes on to its control', () => {
    const [opener, label] = [add('button'), add('label')]
    const box = add('input', label)
    const { screen, filter } = onScreen(opener)
    filter.shouldCount(tap(1000, { clientX: 0, clientY: 0 }), opener)
    screen.top = null // a click that is passed on has no place
    expect(filter.shouldCount(tap(1500), label)).toBe(true)
    expect(filter.shouldCount(tap(1501), box)).toBe(true)
  })
  it('counts after the mouse was moved, and from the keyboard or a program', () => {
    const [opener, mask] = [add('button'), add('div')]
    const { screen, filter } = onScreen(opener)
    filter.shouldCount(tap(1000), opener)
    screen.top = mask
    expect(filter.shouldCount(tap(1050, { detail: 0 }), mask)).toBe(true)
    expect(filter.shouldCount(tap(1050, { isTrusted: false }), mask)).toBe(true)
    filter.onMouseMoved()
    expect(filter.shouldCount(tap(1060), mask)).toBe(true)
  })
})
