export default function DataCenterPage() {
  return null
}
