import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listenersTexts } from '../../../texts/listeners/listeners.ts';

const { both: texts } = listenersTexts;

/** Warns users who enable both the token check and the CORS check that browser requests will fail (spec/listeners §4.5). */
export const BothProtections = ({
  isPlanned = false,
  isWhole = true,
  onShow,
}: {
  /** Whether the settings haven't been saved yet. */
  isPlanned?: boolean;
  /** Whether to include the reason and the advice, or only the title. */
  isWhole?: boolean;
  onShow?: () => void;
}) => (
  <Alert
    role="alert"
    color="red"
    styles={{ title: { color: 'var(--mantine-color-error)' } }}
    title={isPlanned ? texts.plannedTitle : texts.title}
    icon={<IconAlertTriangle />}
  >
    {(isWhole || onShow) && (
      <>
        {isWhole && (
          <>
            <Text size="sm">{texts.text}</Text>
            <Text size="sm" mt="xs">
              {texts.advice}
            </Text>
          </>
        )}
        {onShow && (
          <Button mt={isWhole ? 'sm' : 0} size="xs" variant="default" onClick={onShow}>
            {texts.show}
          </Button>
        )}
      </>
    )}
  </Alert>
);
