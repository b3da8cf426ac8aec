import './fields.css'
import { asPreset, type Preset } from '@/contract/preset'
import { useSaid } from '../i18n/Said'

/** The usual texts of a field: with their words, and how its text is shown in an input and stored out of it. */
export interface Usual {
  readonly offered: readonly { readonly preset: Preset; readonly word: string }[]
  readonly shown: (text: string) => string
  readonly stored: (text: string) => string
}
const none: readonly Preset[] = []
/** What a field offers. Somebody who changes a usual text, or says more, has typed their own. */
export function usePresets(presets: readonly Preset[] = none): Usual {
  const say = useSaid(...presets)
  return {
    offered: presets.map((preset) => ({ preset, word: say(preset) })),
    shown: (text) => (presets.some((one) => one === text) ? say(text) : text),
    stored: (text) => asPreset(text, presets, say),
  }
}
/** Usual texts at one tap, over an input that has `text`; nothing where there are none. */
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
