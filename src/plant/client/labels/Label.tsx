import { labelText } from '@/plant/rules/label'
import { QrCode } from '@/client/ui/QrCode'

export interface Labelled {
  id: string
  kind: 'equipment' | 'meter' | 'hopper' | 'tool'
  code: string
  name: string
  nameEn: string | null
  model: string | null
  place: string
}

/** A printed label: QR code, code in plain text, name in both languages, and place. */
export function Label({ of }: { of: Labelled }) {
  return (
    <article className="eq-label">
      <QrCode className="eq-qr" text={labelText(of.kind, of.code)} label={of.code} />
      <div>
        <strong>{of.code}</strong>
        <b>{of.name}</b>
        {of.nameEn && <span>{of.nameEn}</span>}
        <span>{[of.place, of.model].filter(Boolean).join(' · ')}</span>
      </div>
    </article>
  )
}
