import { useSyncExternalStore } from 'react'
import { recordTrouble } from './trouble'

/** The selectable themes; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const THEME_KEY = 'theme'
const GLOVE_KEY = 'glove'
const listeners = new Set<() => void>()

/** Local storage throws in private windows or when blocked; the choice then lasts for this page only. */
function storeChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    recordTrouble(`choice not remembered: ${key}`, error)
  }
}

function loadChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    recordTrouble(`choice not readable: ${key}`, error)
    return null
  }
}

function getSystemTheme(): Theme {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Gives the browser's bar the color of the page and notifies the listeners. */
function publishAppearanceChange(): void {
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta && surface) meta.setAttribute('content', surface)
  for (const listener of listeners) listener()
}

/** Returns the stored choice; `system` if there is none or it is unknown. */
export function getThemeChoice(): ThemeChoice {
  const stored = loadChoice(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Returns the theme on screen. */
export function getCurrentTheme(): Theme {
  const chosenTheme = document.documentElement.dataset.theme
  return chosenTheme === 'light' || chosenTheme === 'dark' ? chosenTheme : getSystemTheme()
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  publishAppearanceChange()
}

/** Applies and stores a theme choice. */
export function setTheme(choice: ThemeChoice): void {
  storeChoice(THEME_KEY, choice)
  applyTheme(choice)
}

/** Returns true while glove mode is on. */
export function isGloveMode(): boolean {
  return document.documentElement.dataset.glove !== undefined
}

function applyGloveMode(isOn: boolean): void {
  if (isOn) document.documentElement.dataset.glove = ''
  else delete document.documentElement.dataset.glove
}

/** Sets glove mode, with targets of 64 px for gloved hands; applied and stored. */
export function setGloveMode(isOn: boolean): void {
  storeChoice(GLOVE_KEY, isOn ? '1' : '0')
  applyGloveMode(isOn)
  publishAppearanceChange()
}

/**
 * Applies the stored choices; call once before the first render. Follows changes of the system and of other tabs.
 * @returns a function that removes the listeners, for tests
 */
export function startTheme(): () => void {
  applyGloveMode(loadChoice(GLOVE_KEY) === '1')
  applyTheme(getThemeChoice())
  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY) applyTheme(getThemeChoice())
    if (event.key === GLOVE_KEY) {
      applyGloveMode(event.newValue === '1')
      publishAppearanceChange()
    }
  }
  system?.addEventListener('change', publishAppearanceChange)
  addEventListener('storage', onStorage)
  return () => {
    system?.removeEventListener('change', publishAppearanceChange)
    removeEventListener('storage', onStorage)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the theme on screen and re-renders when it changes (charts redraw with it). */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getCurrentTheme)
}

/** Returns the stored theme choice and re-renders when it changes. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, getThemeChoice)
}

/** Returns true while glove mode is on and re-renders when it changes. */
export function useGloveMode(): boolean {
  return useSyncExternalStore(subscribe, isGloveMode)
}
