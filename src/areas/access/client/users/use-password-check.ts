import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormError } from '@/client/resource/CommandForm'
import { MIN_PASSWORD_LENGTH, findPasswordProblem, type PasswordOwner } from '../../rules/password'

/** Returns a check of new passwords in forms, before they are sent. */
export function usePasswordCheck(): (password: unknown, person: PasswordOwner) => FormError[] {
  const { t } = useTranslation('access')
  return useCallback(
    (password, person) => {
      const problem = typeof password === 'string' && password !== '' ? findPasswordProblem(password, person) : null
      return problem ? [{ name: 'password', message: t(`refusals.${problem}`, { minimum: MIN_PASSWORD_LENGTH }) }] : []
    },
    [t],
  )
}
