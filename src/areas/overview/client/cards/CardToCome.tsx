/** Stands in for a card whose content is not there yet. */
export default function CardToCome() {
  return null
}
