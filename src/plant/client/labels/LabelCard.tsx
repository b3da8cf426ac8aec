import { buildLabelText } from '@/plant/rules/label'
import { QrCode } from '@/client/ui/QrCode'

export interface LabelContent {
  id: string
  kind: 'equipment' | 'meter' | 'hopper' | 'tool'
  code: string
  name: string
  nameEn: string | null
  model: string | null
  place: string
}

/** A printed label: QR code, code in plain text, name in both languages, and place. */
export function LabelCard({ content }: { content: LabelContent }) {
  return (
    <article className="eq-label">
      <QrCode className="eq-qr" text={buildLabelText(content.kind, content.code)} label={content.code} />
      <div>
        <strong>{content.code}</strong>
        <b>{content.name}</b>
        {content.nameEn && <span>{content.nameEn}</span>}
        <span>{[content.place, content.model].filter(Boolean).join(' · ')}</span>
      </div>
    </article>
  )
}
