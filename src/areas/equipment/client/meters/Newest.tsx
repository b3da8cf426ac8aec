import { Suspense, type ReactNode } from 'react'
import type { RowValueProps } from '@/client/area'
import { rowValue } from '@/client/areas'
import type { AnyRow } from '@/client/resource/columns'

/** What a meter showed last: as it was read by hand, or newer by itself. */
export function Newest({ of, part, own }: { of: AnyRow; part: RowValueProps['part']; own: ReactNode }) {
  const Newer = rowValue('meter')
  if (!Newer) return own
  const known = of['lastReadAt'] ? String(of['lastReadAt']) : null
  return (
    <Suspense fallback={own}>
      <Newer id={of.id} part={part} known={known} own={own} />
    </Suspense>
  )
}
