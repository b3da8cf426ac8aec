import { PDFDocument } from '@cantoo/pdf-lib'
import { papers, type LabelSize } from './label-content'

const points = (mm: number): number => (mm / 25.4) * 72

/** Labels as a PDF, a page each, in the size of the paper. Made on the device: the printer's computer needs no network. */
export async function labelsPdf(pictures: readonly ArrayBuffer[], size: LabelSize, title: string): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.setTitle(title)
  const { width, height } = { width: points(papers[size].width), height: points(papers[size].height) }
  for (const picture of pictures) {
    const image = await file.embedPng(picture)
    file.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  return file.save()
}
