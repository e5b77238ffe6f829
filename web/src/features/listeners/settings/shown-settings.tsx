import { Facts } from '../../../components/page/facts.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { listenerSettingsTexts as texts } from '../../../texts/listeners/listener-settings.ts';
import type { ShownListener } from '../listener.ts';

/** The settings for users who can only view the workflow, without key and secret. */
export function ShownListenerSettings({ listener: { settings } }: { listener: ShownListener }) {
  const yesNo = (value: boolean) => (value ? texts.yes : texts.no);
  const rows = [
    [texts.authenticationLabel, yesNo(settings.add_authentication)],
    [texts.corsLabel, yesNo(settings.allow_cors)],
    [texts.domains, settings.cors_domains === '' ? texts.nothing : settings.cors_domains],
    [texts.signature.title, texts.signature.schemes[settings.signature.scheme]],
    [texts.answers, settings.respond_with === 'receipt' ? texts.receipt : texts.workflow],
    [texts.idempotency, settings.idempotency_header],
    [texts.receipts, yesNo(settings.receipts)],
  ] as const;
  return (
    <Panel title={texts.title} about={texts.readOnly}>
      <Facts facts={rows} />
    </Panel>
  );
}
