import './fields.css'
import { asPreset, type Preset } from '@/contract/preset'
import { usePresetTexts } from '../i18n/PresetText'

/** The preset texts of a field with their labels, and conversions between stored and displayed text. */
export interface Usual {
  readonly offered: readonly { readonly preset: Preset; readonly word: string }[]
  readonly shown: (text: string) => string
  readonly stored: (text: string) => string
}
const none: readonly Preset[] = []
/** Returns the presets of a field. An edited preset counts as free text. */
export function usePresets(presets: readonly Preset[] = none): Usual {
  const say = usePresetTexts(...presets)
  return {
    offered: presets.map((preset) => ({ preset, word: say(preset) })),
    shown: (text) => (presets.some((one) => one === text) ? say(text) : text),
    stored: (text) => asPreset(text, presets, say),
  }
}
/** Buttons above an input that fill in a preset text; renders nothing without presets. */
export function UsualTexts({
  label,
  of,
  text,
  disabled,
  onTake,
}: {
  label: string
  of: Usual
  text: string
  disabled?: boolean | undefined
  onTake: (preset: Preset) => void
}) {
  if (of.offered.length === 0) return null
  return (
    <fieldset className="choices" aria-label={label} disabled={disabled}>
      {of.offered.map(({ preset, word }) => (
        <button key={preset} type="button" aria-pressed={text.trim() === word} onClick={() => onTake(preset)}>
          {word}
        </button>
      ))}
    </fieldset>
  )
}
