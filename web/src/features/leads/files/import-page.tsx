import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '../../../components/page/back-link.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { fileTexts, leadsTexts } from '../../../texts/leads.ts';
import { uploadFile } from './upload-file.ts';

/** The first step of an import: uploading the file. The rest happens on the job's page. */
export function ImportPage() {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<Error>();
  const upload = async () => {
    if (!file) return;
    setError(undefined);
    setProgress(0);
    try {
      const id = await uploadFile(file, setProgress);
      await navigate({ to: '/leads/jobs/$id', params: { id: String(id) } });
    } catch (thrown) {
      setError(thrown as Error);
      setProgress(undefined);
    }
  };
  return (
    <PageFrame
      back={<BackLink to="/leads" label={leadsTexts.back} />}
      title={fileTexts.importTitle}
      about={fileTexts.importHelp}
    >
      <Panel title={fileTexts.choose}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void upload();
          }}
        >
          <Stack gap="md">
            <FileInput
              label={fileTexts.file}
              placeholder={fileTexts.choose}
              accept=".csv,.tsv,.txt,text/csv"
              value={file}
              onChange={setFile}
              clearable
              clearButtonProps={{ 'aria-label': fileTexts.clearFile }}
            />
            {progress !== undefined && (
              <Stack gap={4}>
                <Progress value={progress * 100} aria-label={fileTexts.uploading} />
                <Text size="xs" c="dimmed">
                  {fileTexts.uploading}
                </Text>
              </Stack>
            )}
            {error && <ErrorNotice error={error} />}
            <Group justify="flex-end">
              <Button
                type="submit"
                disabled={!file}
                loading={progress !== undefined}
                leftSection={<IconUpload size={16} />}
              >
                {fileTexts.upload}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </PageFrame>
  );
}
