import './fields.css'
import { ChosenMark } from '../ui/Toggles'
import { matchPreset, type Preset, findPresetAreas, translatePresets } from '@/contract/preset'
import { useTranslation } from 'react-i18next'
import { hasTexts } from '@/client/i18n/load-texts'

/** The preset texts of a field with their labels, and conversions between stored and displayed text. */
export interface PresetTexts {
  readonly options: readonly { readonly preset: Preset; readonly label: string }[]
  readonly toDisplayText: (text: string) => string
  readonly toStoredText: (text: string) => string
}
const NO_PRESETS: readonly Preset[] = []
/** Returns the presets of a field. An edited preset counts as free text. */
export function usePresets(presets: readonly Preset[] = NO_PRESETS): PresetTexts {
  const translate = usePresetTexts(...presets)
  return {
    options: presets.map((preset) => ({ preset, label: translate(preset) })),
    toDisplayText: (text) => (presets.some((preset) => preset === text) ? translate(text) : text),
    toStoredText: (text) => matchPreset(text, presets, translate),
  }
}
/** Buttons above an input that fill in a preset text; renders nothing without presets. */
export function PresetButtons({
  label,
  presetTexts,
  text,
  disabled,
  onPick,
}: {
  label: string
  presetTexts: PresetTexts
  text: string
  disabled?: boolean | undefined
  onPick: (preset: Preset) => void
}) {
  if (presetTexts.options.length === 0) return null
  return (
    <fieldset className="choices cluster" aria-label={label} disabled={disabled}>
      {presetTexts.options.map(({ preset, label: presetLabel }) => (
        <button
          key={preset}
          type="button"
          className="adm-selector-item"
          aria-pressed={text.trim() === presetLabel}
          onClick={() => onPick(preset)}
        >
          {presetLabel}
          {text.trim() === presetLabel && <ChosenMark />}
        </button>
      ))}
    </fieldset>
  )
}

/**
 * Returns a function that translates preset texts. Suspends until the locales of all areas that the given texts refer
 * to are loaded.
 */
export function usePresetTexts(...texts: (string | null | undefined)[]): (text: string) => string {
  const { t } = useTranslation(['client', ...findPresetAreas(texts.join(' ')).filter(hasTexts)])
  return (text) => translatePresets(text, (key) => t(key))
}
/** Displays a text that somebody entered; preset texts appear in the reader's language. */
export function PresetText({ text }: { text: string }) {
  return text.includes('§') ? <TranslatedPresetText text={text} /> : text
}
const TranslatedPresetText = ({ text }: { text: string }) => usePresetTexts(text)(text)
