import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../api/notify'
import { Button } from '../ui/Button'
import { recordTrouble } from '../ui/trouble'
import type { InputProps } from './field-parts'
import { PlainInput } from './plain-input'

// Without characters that look alike (i, l, o, 0, 1), because the passwords are read aloud and copied by hand.
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP_COUNT = 3
const GROUP_LENGTH = 4

/**
 * Generates a password that is handed over to another person: 12 random characters in groups (31¹² ≈ 59 bit).
 * @param random returns integers below its argument
 */
export function generatePassword(random: (limit: number) => number = (limit) => drawRandomBelow(limit)): string {
  const generateGroup = () =>
    Array.from({ length: GROUP_LENGTH }, () => PASSWORD_CHARACTERS[random(PASSWORD_CHARACTERS.length)]).join('')
  return Array.from({ length: GROUP_COUNT }, generateGroup).join('-')
}
/** Number of values of a byte. */
const BYTE_VALUES = 256
/**
 * Returns a uniformly distributed integer. A byte in the incomplete last run of `limit` values would favour small
 * integers, so another byte is drawn.
 */
function drawRandomBelow(limit: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < BYTE_VALUES - (BYTE_VALUES % limit) ? byte % limit : drawRandomBelow(limit)
}

/**
 * Input for a secret, which is hidden by default and copied with one tap. `offersSuggestion` adds a button that
 * generates a password. Drafts do not contain secrets.
 */
export function SecretInput({
  id,
  label,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  maxLength,
  offersSuggestion,
}: Pick<InputProps, 'id' | 'label' | 'value' | 'onChange' | 'disabled' | 'invalid' | 'describedBy'> & {
  maxLength: number
  offersSuggestion: boolean
}) {
  const { t } = useTranslation('client')
  const [isRevealed, setIsRevealed] = useState(false)
  const text = String(value ?? '')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      void notify(t('fields.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error)
      // The clipboard is denied or needs https. Reveal the secret, so that the user can write it down.
      setIsRevealed(true)
    }
  }
  const commonProps = { disabled: disabled ?? false }
  return (
    <div className="secret stack">
      <PlainInput
        id={id}
        label={label}
        text={text}
        type={isRevealed ? 'text' : 'password'}
        maxLength={maxLength}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled ?? false}
        invalid={invalid ?? false}
        {...(describedBy ? { describedBy } : {})}
        {...(onChange ? { onChange } : {})}
      />
      <div className="cluster">
        <Button {...commonProps} aria-pressed={isRevealed} onClick={() => setIsRevealed(!isRevealed)}>
          {t(isRevealed ? 'fields.hide' : 'fields.show')}
        </Button>
        {offersSuggestion && (
          <Button
            {...commonProps}
            onClick={() => {
              setIsRevealed(true)
              onChange?.(generatePassword())
            }}
          >
            {t('fields.suggest')}
          </Button>
        )}
        <Button disabled={disabled === true || text === ''} onClick={() => void copy()}>
          {t('fields.copy')}
        </Button>
      </div>
    </div>
  )
}
