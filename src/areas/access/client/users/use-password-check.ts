import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wrong } from '@/client/resource/CommandForm'
import { PASSWORD_MINIMUM, passwordProblem, type Named } from '../../rules/password'

/** Returns a check of new passwords in forms, before they are sent. */
export function usePasswordCheck(): (password: unknown, person: Named) => Wrong[] {
  const { t } = useTranslation('access')
  return useCallback(
    (password, person) => {
      const problem = typeof password === 'string' && password !== '' ? passwordProblem(password, person) : null
      return problem ? [{ name: 'password', message: t(`refusals.${problem}`, { minimum: PASSWORD_MINIMUM }) }] : []
    },
    [t],
  )
}
