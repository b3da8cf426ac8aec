import { useRow } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { resetPassword, user } from '../../contract/user'
import { usePasswordCheck } from './use-password-check'

const fields = ['password'] as const

/**
 * Gives a person a new password. All devices of the person are signed out, and the next login requires another
 * password.
 */
export function ResetPasswordForm({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { row, isLoading, error, again } = useRow(user, id)
  const check = usePasswordCheck()
  if (!row)
    return (
      <PageFrame title={title} onBack={onClose}>
        {isLoading ? <SkeletonDetail fields={1} /> : <NotLoadedView of={{ error, refetch: again }} />}
      </PageFrame>
    )
  return (
    <LazyCommandForm
      endpoint={resetPassword}
      title={`${title} · ${row.accountName}`}
      start={{ id }}
      only={fields}
      check={(values) => check(values['password'], row)}
      onDone={onClose}
      onBack={onClose}
    />
  )
}
