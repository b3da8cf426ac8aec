import type { ReactNode } from 'react'
import { PageFrame } from '@/client/ui/PageFrame'

/** Common parts of the slitter views: name and slitter selection above the content, and tabs. */
export interface SlitterFrame {
  title: string
  tools: ReactNode
  tabs: ReactNode
}
export function SlitterFrameView({
  frame,
  primary,
  children,
}: {
  frame: SlitterFrame
  primary?: ReactNode
  children: ReactNode
}) {
  return (
    <PageFrame title={frame.title} tools={frame.tools} primary={primary} primaryStaysAtBottom>
      {frame.tabs}
      <div className="slitter stack gap-4">{children}</div>
    </PageFrame>
  )
}
