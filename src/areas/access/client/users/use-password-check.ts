import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wrong } from '@/client/resource/CommandForm'
import { PASSWORD_MINIMUM, passwordFine } from '../../rules/password'

/** The rule for new passwords, before one is sent. */
export function usePasswordCheck(): (password: unknown, userName: unknown) => Wrong[] {
  const { t } = useTranslation('access')
  return useCallback(
    (password, userName) => {
      if (typeof password !== 'string' || password === '' || passwordFine(password, String(userName ?? ''))) return []
      return [{ name: 'password', message: t('refusals.weakPassword', { minimum: PASSWORD_MINIMUM }) }]
    },
    [t],
  )
}
