import { useSyncExternalStore } from 'react'
import { recordTrouble } from './trouble'

/** The selectable themes; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const THEME_KEY = 'theme'
const GLOVE_KEY = 'glove'
const listeners = new Set<() => void>()

/** Local storage throws in private windows or when blocked; the choice then lasts for this page only. */
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    recordTrouble(`choice not remembered: ${key}`, error)
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    recordTrouble(`choice not readable: ${key}`, error)
    return null
  }
}

function systemTheme(): Theme {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function announce(): void {
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta && surface) meta.setAttribute('content', surface)
  for (const listener of listeners) listener()
}

/** Returns the stored choice; `system` if there is none or it is unknown. */
export function themeChoice(): ThemeChoice {
  const stored = recall(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Returns the theme on screen. */
export function currentTheme(): Theme {
  const forced = document.documentElement.dataset.theme
  return forced === 'light' || forced === 'dark' ? forced : systemTheme()
}

function show(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  announce()
}

/** Applies and stores a theme choice. */
export function setTheme(choice: ThemeChoice): void {
  remember(THEME_KEY, choice)
  show(choice)
}

/** Returns true while glove mode is on. */
export function gloveMode(): boolean {
  return document.documentElement.dataset.glove !== undefined
}

function showGlove(on: boolean): void {
  if (on) document.documentElement.dataset.glove = ''
  else delete document.documentElement.dataset.glove
}

/** Sets glove mode, with targets of 64 px for gloved hands; applied and stored. */
export function setGloveMode(on: boolean): void {
  remember(GLOVE_KEY, on ? '1' : '0')
  showGlove(on)
  announce()
}

/**
 * Applies the stored choices; call once before the first render. Follows changes of the system and of other tabs.
 * @returns removes the listeners, for tests
 */
export function startTheme(): () => void {
  showGlove(recall(GLOVE_KEY) === '1')
  show(themeChoice())
  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY) show(themeChoice())
    if (event.key === GLOVE_KEY) {
      showGlove(event.newValue === '1')
      announce()
    }
  }
  system?.addEventListener('change', announce)
  addEventListener('storage', onStorage)
  return () => {
    system?.removeEventListener('change', announce)
    removeEventListener('storage', onStorage)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the theme on screen and re-renders when it changes (charts redraw with it). */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

/** Returns the stored theme choice and re-renders when it changes. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice)
}

/** Returns true while glove mode is on and re-renders when it changes. */
export function useGloveMode(): boolean {
  return useSyncExternalStore(subscribe, gloveMode)
}
