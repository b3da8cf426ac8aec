import './fields.css'
import { matchPreset, type Preset } from '@/contract/preset'
import { usePresetTexts } from '../i18n/PresetText'

/** The preset texts of a field with their labels, and conversions between stored and displayed text. */
export interface PresetTexts {
  readonly options: readonly { readonly preset: Preset; readonly word: string }[]
  readonly toDisplayText: (text: string) => string
  readonly toStoredText: (text: string) => string
}
const NO_PRESETS: readonly Preset[] = []
/** Returns the presets of a field. An edited preset counts as free text. */
export function usePresets(presets: readonly Preset[] = NO_PRESETS): PresetTexts {
  const translate = usePresetTexts(...presets)
  return {
    options: presets.map((preset) => ({ preset, word: translate(preset) })),
    toDisplayText: (text) => (presets.some((one) => one === text) ? translate(text) : text),
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
    <fieldset className="choices" aria-label={label} disabled={disabled}>
      {presetTexts.options.map(({ preset, word }) => (
        <button key={preset} type="button" aria-pressed={text.trim() === word} onClick={() => onPick(preset)}>
          {word}
        </button>
      ))}
    </fieldset>
  )
}
